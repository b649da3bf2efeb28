// case: redeclared_static
// spec: [dcl.stc]
// accept: the same, corrected
static __tile__ int f(int x);
__tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
