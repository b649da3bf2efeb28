// case: narrowing_constant_out_of_range
// spec: [dcl.init.list]/7.4
// reject: E0504 300 does not fit
extern "C" __tile_global__ void test(int* out) {
    unsigned char c{300};
    *out = c;
}
