// case: constant_subtracts_unrelated
// spec: [expr.add]/5.3
// reject: E0570 pointers into different arrays
constexpr long between() {
    int a[2] = {}, b[2] = {};
    return a - b;
}
static_assert(between() != 0);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
