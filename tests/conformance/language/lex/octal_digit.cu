// case: octal_digit
// spec: [lex.icon]
// reject: E0105 an octal literal has no digit 8
extern "C" __tile_global__ void test(int* out) { *out = 018; }
