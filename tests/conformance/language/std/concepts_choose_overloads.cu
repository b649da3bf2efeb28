// case: concepts_choose_overloads
// spec: [concepts.general]
// arg: i32 = 3
// arg: out i32[4]
// expect: [13, 4, 3, 21]
#include <concepts>

template <class T>
__tile__ constexpr int kind(T) { return 0; }
template <std::integral T>
__tile__ constexpr int kind(T x) { return 1 + int(x); }
template <std::signed_integral T>
__tile__ constexpr int kind(T x) { return 10 + int(x); }
__tile__ constexpr int kind(std::floating_point auto x) { return int(x * 2); }
template <std::invocable<int> F>
__tile__ constexpr auto call(F f, int x) { return f(x); }
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = kind(n);
    out[1] = kind(unsigned(n));
    out[2] = kind(n / 2.0f) + kind(&n);
    out[3] = call([n](int x) { return x * n; }, 7);
}
