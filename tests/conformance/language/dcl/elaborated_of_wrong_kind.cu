// case: elaborated_of_wrong_kind
// spec: [dcl.type.elab]/3
// reject: E0309 a class is not an enumeration
struct S { int v; };
extern "C" __tile_global__ void test(int* out) { enum S s = {}; *out = 1; }
