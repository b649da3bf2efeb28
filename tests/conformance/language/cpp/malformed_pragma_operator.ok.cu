// case: malformed_pragma_operator
// spec: [cpp.pragma.op]
// accept: it does
_Pragma("unroll_nothing")
extern "C" __tile_global__ void test(int* out) { *out = 1; }
