// case: default_argument_names_parameter
// spec: [dcl.fct.default]/9
// reject: E0522 a default argument cannot use another parameter
__tile__ int f(int a, int b = a) { return a + b; }
extern "C" __tile_global__ void test(int* out) { *out = f(1); }
