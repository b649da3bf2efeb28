// case: constant_from_an_empty_object
// spec: [expr.const]
// arg: i32 = 3
// arg: out i32[4]
// expect: [16, 8, 21, 64]
// note: a constant expression may name a parameter as long as nothing is read from it, and a class without scalars has nothing
#include <type_traits>

template <int N> struct number : std::integral_constant<int, N> {
    constexpr int twice() const { return 2 * N; }
};

template <class N> __tile__ int size(N n) {
    int a[n] = {};
    static_assert(sizeof a / sizeof *a == n() && n.twice() == 2 * n);
    return sizeof a;
}

extern "C" __tile_global__ void test(int x, int* out) {
    number<4> four;
    out[0] = size(four);
    auto scale = [](auto n, int y) { return std::integral_constant<int, n() * n()>::value * y; };
    out[1] = scale(number<2>{}, x - 1);
    std::integral_constant<char, 7> seven;
    constexpr int times = seven;
    char narrow{seven};
    out[2] = times * x + narrow - seven;
    out[3] = [](auto f) { return std::integral_constant<int, f(8)>::value; }([](int y) { return y * y; });
}
