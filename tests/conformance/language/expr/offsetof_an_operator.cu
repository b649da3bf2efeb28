// case: offsetof_an_operator
// spec: [support.types.layout]
// reject: E0509 a designator names a member or an element
struct S { int a; int b[4]; };
extern "C" __tile_global__ void test(int* out) { *out = __builtin_offsetof(S, operator+); }
