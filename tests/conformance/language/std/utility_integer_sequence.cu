// case: utility_integer_sequence
// spec: [intseq]
// arg: i32 = 3
// arg: out i32[4]
// expect: [1234, 26, 18, 42]
#include <utility>

template <int... I>
__tile__ constexpr int digits(std::integer_sequence<int, I...>) {
    int r = 0;
    ((r = r * 10 + I), ...);
    return r;
}
template <class T, std::size_t... I>
__tile__ int weigh(T const& t, std::index_sequence<I...>) {
    return ((t[I] * int(I + 1)) + ...);
}
static_assert(__is_same(std::make_index_sequence<3>, std::index_sequence<0, 1, 2>));
static_assert(__is_same(std::index_sequence_for<int, char>, std::index_sequence<0, 1>));
static_assert(std::make_integer_sequence<char, 5>::size() == 5);
extern "C" __tile_global__ void test(int n, int* out) {
    out[0] = digits(std::make_integer_sequence<int, 5>{});
    int a[] = {n, n + 1, n + 2};
    out[1] = weigh(a, std::make_index_sequence<3>{});
    out[2] = weigh(a, std::index_sequence<2, 0>{});
    out[3] = digits(std::integer_sequence<int, 4, 2>{});
}
