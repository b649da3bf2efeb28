// case: redefined_default_argument
// spec: [dcl.fct.default]/4
// reject: E0309 a default argument is given twice
__tile__ int f(int a = 1);
__tile__ int f(int a = 1) { return a; }
extern "C" __tile_global__ void test(int* out) { *out = f(); }
