// case: integer_too_large
// spec: [lex.icon]
// reject: E0106 no type holds 2 to the 64th
extern "C" __tile_global__ void test(int* out) { *out = 18446744073709551616 != 0; }
