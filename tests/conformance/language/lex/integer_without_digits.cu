// case: integer_without_digits
// spec: [lex.icon]
// reject: E0105 nothing follows the prefix
extern "C" __tile_global__ void test(int* out) { *out = 0x; }
