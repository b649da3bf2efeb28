// case: basic_character_by_name
// spec: [lex.charset]
// accept: in a literal it may
extern "C" __tile_global__ void test(int* out) { *out = '\u0041' + "\u0042"[0]; }
