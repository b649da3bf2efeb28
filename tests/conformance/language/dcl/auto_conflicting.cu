// case: auto_conflicting
// spec: [dcl.spec.auto]/8
// reject: E0318 the declarators deduce different types
extern "C" __tile_global__ void test(int* out) {
    auto a = 1, b = 2.0;
    *out = a;
}
