// case: surrogate_by_name
// spec: [lex.charset]
// accept: a code unit of any value is written with x
extern "C" __tile_global__ void test(int* out) { *out = u"\xd800"[0]; }
