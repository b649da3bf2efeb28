// case: octal_digit
// spec: [lex.icon]
// accept: a floating-point literal with a leading zero is decimal
extern "C" __tile_global__ void test(int* out) { *out = int(018.0) + 017; }
