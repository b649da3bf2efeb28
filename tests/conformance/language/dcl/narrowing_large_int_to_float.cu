// case: narrowing_large_int_to_float
// spec: [dcl.init.list]/7.3
// reject: E0504 the constant is not exact as a float
extern "C" __tile_global__ void test(float* out) {
    float f{16777217};
    *out = f;
}
