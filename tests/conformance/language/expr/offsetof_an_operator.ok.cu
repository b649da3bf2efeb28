// case: offsetof_an_operator
// spec: [support.types.layout]
// accept: the same, corrected
struct S { int a; int b[4]; };
extern "C" __tile_global__ void test(int* out) { *out = __builtin_offsetof(S, a); }
