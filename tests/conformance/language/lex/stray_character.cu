// case: stray_character
// spec: [lex.pptoken]
// reject: E0104 `@` starts no token
extern "C" __tile_global__ void test(int* out) { *out = 1 @ 2; }
