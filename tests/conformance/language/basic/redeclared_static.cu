// case: redeclared_static
// spec: [dcl.stc]
// reject: E0309 the first declaration gave it external linkage
__tile__ int f(int x);
static __tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
