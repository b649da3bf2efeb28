// case: plus_plus_plus_plus
// spec: [lex.pptoken]
// accept: blanks part the tokens
extern "C" __tile_global__ void test(int x, int y, int* out) { *out = x++ + ++y; }
