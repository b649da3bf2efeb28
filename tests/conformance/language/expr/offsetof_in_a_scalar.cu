// case: offsetof_in_a_scalar
// spec: [support.types.layout]
// reject: E0509 a designator names a member or an element
struct S { int a; int b[4]; };
extern "C" __tile_global__ void test(int* out) { *out = __builtin_offsetof(int, a); }
