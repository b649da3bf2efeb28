// case: address_of_a_constant_is_no_capture
// spec: [expr.prim.lambda.capture]/8, [basic.def.odr]
// reject: E0517 its address is taken, so it would have to be captured
extern "C" __tile_global__ void test(int* out) {
    constexpr int most = 4;
    auto where = [] { return &most; };
    *out = *where();
}
