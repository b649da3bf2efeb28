// case: undeclared_name_in_generic_lambda
// spec: [temp.res]/6, [expr.prim.lambda.closure]
// accept: the call depends on the parameter
extern "C" __tile_global__ void test(int* out) {
    auto never_called = [](auto n) { return scaled(n); };
    *out = sizeof(never_called);
}
