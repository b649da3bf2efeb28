// case: default_argument_missing_behind
// spec: [dcl.fct.default]/4
// reject: E0309 behind a default argument every parameter has one
__tile__ int f(int a = 1, int b) { return a + b; }
extern "C" __tile_global__ void test(int* out) { *out = f(1, 2); }
