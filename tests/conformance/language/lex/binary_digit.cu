// case: binary_digit
// spec: [lex.icon]
// reject: E0105 a binary literal has the digits 0 and 1
extern "C" __tile_global__ void test(int* out) { *out = 0b102; }
