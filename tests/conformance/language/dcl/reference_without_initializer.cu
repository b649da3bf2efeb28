// case: reference_without_initializer
// spec: [dcl.init.ref]/3
// reject: E0506 a reference is bound when declared
extern "C" __tile_global__ void test(int* out) {
    int& r;
    *out = r;
}
