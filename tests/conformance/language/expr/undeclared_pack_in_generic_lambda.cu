// case: undeclared_pack_in_generic_lambda
// spec: [temp.res]/6, [expr.sizeof]/5
// reject: E0301 there is no pack of the name
extern "C" __tile_global__ void test(int* out) {
    auto never_called = []<int n>() { return sizeof...(m); };
    *out = sizeof(never_called);
}
