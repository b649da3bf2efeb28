// case: narrowing_int_to_double
// spec: [dcl.init.list]/7.3
// reject: E0504 an int that is not a constant
extern "C" __tile_global__ void test(int n, double* out) { *out = double{n}; }
