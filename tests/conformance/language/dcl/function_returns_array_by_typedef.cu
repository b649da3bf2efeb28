// case: function_returns_array_by_typedef
// spec: [dcl.fct]/11
// reject: E0310 a function cannot return `int[3]`
using A = int[3];
__tile__ A f();
extern "C" __tile_global__ void test(int *p) { p[0] = f()[0]; }
