// case: empty_character
// spec: [lex.ccon]
// accept: a zero
extern "C" __tile_global__ void test(int* out) { *out = '\0'; }
