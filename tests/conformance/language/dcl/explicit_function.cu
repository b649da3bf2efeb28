// case: explicit_function
// spec: [dcl.fct.spec]
// reject: E0323 explicit is said of constructors and conversion functions
explicit __tile__ int f() { return 1; }

extern "C" __tile_global__ void test(int* out) { *out = f(); }
