// case: undeclared_pack_in_generic_lambda
// spec: [temp.res]/6, [expr.sizeof]/5
// accept: the pack is a parameter
extern "C" __tile_global__ void test(int* out) {
    auto never_called = []<int... m>() { return sizeof...(m); };
    *out = sizeof(never_called);
}
