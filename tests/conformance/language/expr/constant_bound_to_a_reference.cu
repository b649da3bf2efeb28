// case: constant_bound_to_a_reference
// spec: [expr.prim.lambda.capture]/8, [basic.def.odr]/5
// reject: E0517 the reference would refer to the variable, which is not captured
__tile__ int twice(const int& n) { return 2 * n; }
extern "C" __tile_global__ void test(int* out) {
    constexpr int most = 4;
    *out = [] { return twice(most); }();
}
