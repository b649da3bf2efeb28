// case: function_returns_array
// spec: [dcl.fct]/11
// reject: E0310 a function cannot return an array
typedef int A[2];
__tile__ A f();
extern "C" __tile_global__ void test(int* out) { *out = f()[0]; }
