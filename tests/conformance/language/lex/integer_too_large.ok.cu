// case: integer_too_large
// spec: [lex.icon]
// accept: the largest literal
extern "C" __tile_global__ void test(int* out) { *out = 18446744073709551615u != 0; }
