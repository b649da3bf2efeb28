// case: narrowing_float_to_int
// spec: [dcl.init.list]/7.1
// reject: E0504 even of a constant with an integral value
extern "C" __tile_global__ void test(int* out) {
    int n{2.0};
    *out = n;
}
