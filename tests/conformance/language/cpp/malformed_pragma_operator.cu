// case: malformed_pragma_operator
// spec: [cpp.pragma.op]
// reject: E0139 a string literal in parentheses follows
_Pragma(unroll)
extern "C" __tile_global__ void test(int* out) { *out = 1; }
