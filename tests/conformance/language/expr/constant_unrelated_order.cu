// case: constant_unrelated_order
// spec: [expr.const]/5.24, [expr.rel]/4
// reject: E0570 the order of unrelated objects is unspecified
constexpr bool order() {
    int a = 0, b = 0;
    return &a < &b;
}
static_assert(order() || !order());

extern "C" __tile_global__ void test(int* out) { *out = 1; }
