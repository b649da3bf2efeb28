// case: short_universal_name
// spec: [lex.charset]
// accept: four digits
extern "C" __tile_global__ void test(int* out) { *out = u"\u0012"[0]; }
