// case: three_way_evaluates_once
// spec: [expr.spaceship], [intro.execution]
// arg: i32 = 3
// arg: out i32[5]
// expect: [1, 1, 8, 3, 1]
#include <compare>

extern "C" __tile_global__ void test(int n, int* out) {
    int calls = 0;
    auto next = [&] { ++calls; return n; };
    out[0] = (next() <=> 2) > 0;
    out[1] = calls;
    double nan = 0.0 * (1e308 * 10 * n);
    auto p = nan <=> 1.0;
    out[2] = (p < 0) + 2 * (p > 0) + 4 * (p == 0) + 8 * (p != 0);
    auto s = n <=> 3;
    out[3] = (s == 0) + 2 * std::is_lteq(s);
    out[4] = (&out[0] <=> &out[2]) < 0;
}
