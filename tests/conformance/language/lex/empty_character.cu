// case: empty_character
// spec: [lex.ccon]
// reject: E0109 a character literal has a character
extern "C" __tile_global__ void test(int* out) { *out = ''; }
