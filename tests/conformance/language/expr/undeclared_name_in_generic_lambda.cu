// case: undeclared_name_in_generic_lambda
// spec: [temp.res]/6, [expr.prim.lambda.closure]
// reject: E0301 the name depends on no parameter, so that no call can declare it
extern "C" __tile_global__ void test(int* out) {
    auto never_called = [](auto n) { return factor; };
    *out = sizeof(never_called);
}
