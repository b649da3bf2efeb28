// case: short_universal_name
// spec: [lex.charset]
// reject: E0107 four digits follow the u
extern "C" __tile_global__ void test(int* out) { *out = "\u12"[0]; }
