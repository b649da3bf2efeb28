// case: integer_without_digits
// spec: [lex.icon]
// accept: one digit does
extern "C" __tile_global__ void test(int* out) { *out = 0x0; }
