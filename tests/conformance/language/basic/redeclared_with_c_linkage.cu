// case: redeclared_with_c_linkage
// spec: [dcl.link]
// reject: E0309 the first declaration gave it C++ linkage
__tile__ int f(int x);
extern "C" __tile__ int f(int x) { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
