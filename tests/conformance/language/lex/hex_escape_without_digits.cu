// case: hex_escape_without_digits
// spec: [lex.ccon]
// reject: E0107 digits follow the x
extern "C" __tile_global__ void test(int* out) { *out = "\xg"[0]; }
