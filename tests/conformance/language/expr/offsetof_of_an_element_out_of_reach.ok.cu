// case: offsetof_of_an_element_out_of_reach
// spec: [support.types.layout]
// accept: the same, corrected
struct S { int a; int b[4]; };
extern "C" __tile_global__ void test(int* out) { *out = __builtin_offsetof(S, b[3]); }
