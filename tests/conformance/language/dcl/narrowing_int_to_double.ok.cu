// case: narrowing_int_to_double
// spec: [dcl.init.list]/7.3
// accept: a constant that is exact
extern "C" __tile_global__ void test(int n, double* out) { *out = double{16777217}; }
