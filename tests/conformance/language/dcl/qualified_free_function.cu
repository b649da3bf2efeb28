// case: qualified_free_function
// spec: [dcl.fct]
// reject: E0323 a function that is not a member has no object that could be const
__tile__ int f(int x) const { return x; }

extern "C" __tile_global__ void test(int* out) { *out = f(1); }
