// case: offsetof_in_a_scalar
// spec: [support.types.layout]
// accept: the same, corrected
struct S { int a; int b[4]; };
extern "C" __tile_global__ void test(int* out) { *out = __builtin_offsetof(S, b); }
