// case: numeric_gcd_lcm_midpoint
// spec: [numeric.ops.gcd], [numeric.ops.lcm], [numeric.ops.midpoint]
// arg: i32 = -12
// arg: i32 = 18
// arg: out i64[8]
// expect: [6, 36, 1200, 304, 1073741833, -1, 42, 43]
#include <numeric>

static_assert(std::gcd(12u, 18) == 6 && __is_same(decltype(std::gcd(1, 2l)), long) && std::lcm(4, 6) == 12);
extern "C" __tile_global__ void test(int a, int b, long* out) {
    out[0] = std::gcd(a, b);
    out[1] = std::lcm(a, b);
    out[2] = std::gcd(0, a) * 100 + std::lcm(0, b);
    out[3] = std::midpoint(a, b) * 100 + std::midpoint(b, a + 1);
    out[4] = std::midpoint(2147483647, b);
    out[5] = std::midpoint(-2147483647 - 1, 2147483647);
    out[6] = long(std::midpoint(3.0f, float(b)) * 4);
    int const v[] = {1, 2, 3, 4, 5, 6};
    out[7] = *std::midpoint(v, v + 5) + std::midpoint(5u, 2u) * 10;
}
