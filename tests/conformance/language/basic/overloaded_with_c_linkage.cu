// case: overloaded_with_c_linkage
// spec: [dcl.link]
// reject: E0309 both functions would have the symbol f
extern "C" __tile__ int f(int x) { return x; }
extern "C" __tile__ int f(float x) { return 2; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
