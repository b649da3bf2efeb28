// case: hex_escape_out_of_range
// spec: [lex.ccon]
// reject: E0107 a char has 8 bits
extern "C" __tile_global__ void test(int* out) { *out = '\x100'; }
