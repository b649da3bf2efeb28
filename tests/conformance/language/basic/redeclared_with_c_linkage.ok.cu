// case: redeclared_with_c_linkage
// spec: [dcl.link]
// accept: the same, corrected
extern "C" __tile__ int f(int x);
__tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
