// case: functional_operators
// spec: [arithmetic.operations], [comparisons], [logical.operations], [bitwise.operations]
// arg: i32 = 12
// arg: i32 = 5
// arg: out i32[7]
// expect: [1707, 2260, 13, 1, 2, 91304, 4388]
#include <functional>

template <class F>
__tile__ constexpr int apply(F f, int a, int b) { return f(a, b); }
extern "C" __tile_global__ void test(int a, int b, int* out) {
    out[0] = apply(std::plus<int>{}, a, b) * 100 + apply(std::minus<>{}, a, b);
    out[1] = apply(std::multiplies{}, a, b) + apply(std::divides<>{}, a, b) * 100 + apply(std::modulus<>{}, a, b) * 1000;
    out[2] = std::greater<>{}(a, b) + std::less<int>{}(a, b) * 2 + std::equal_to<>{}(a, a) * 4 + std::not_equal_to<>{}(a, b) * 8;
    out[3] = std::less_equal<>{}(b, 5.5) + std::greater_equal<>{}(b, 6) * 2;
    out[4] = std::logical_and<>{}(a, 0) + std::logical_or<>{}(a, 0) * 2 + std::logical_not<>{}(b) * 4;
    out[5] = std::bit_and<>{}(a, b) + std::bit_or<>{}(a, b) * 100 + std::bit_xor<>{}(a, b) * 10000;
    out[6] = std::negate<>{}(a) + std::bit_not<>{}(b) * 100 + std::identity{}(b) * 1000;
    static_assert(__is_same(decltype(std::plus<>{}(1, 2.0)), double));
}
