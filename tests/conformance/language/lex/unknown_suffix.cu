// case: unknown_suffix
// spec: [lex.ext]
// reject: E0301 no literal operator is in scope
extern "C" __tile_global__ void test(int* out) { *out = 5_none; }
