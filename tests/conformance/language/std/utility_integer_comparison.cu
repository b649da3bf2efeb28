// case: utility_integer_comparison
// spec: [utility.intcmp]
// arg: i32 = -1
// arg: u32 = 4294967295
// arg: out i32[6]
// expect: [1, 0, 1, 0, 1, 101]
#include <utility>

extern "C" __tile_global__ void test(int i, unsigned u, int* out) {
    out[0] = std::cmp_less(i, u);
    out[1] = std::cmp_equal(i, u);
    out[2] = std::cmp_greater(u, i);
    out[3] = std::in_range<int>(u);
    out[4] = std::in_range<unsigned char>(i) * 10 + std::in_range<signed char>(i);
    out[5] = std::cmp_less_equal(i, -1l) + std::cmp_greater_equal(3u, 4) * 10 + std::cmp_not_equal(i, u) * 100;
}
