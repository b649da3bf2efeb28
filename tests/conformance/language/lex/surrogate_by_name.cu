// case: surrogate_by_name
// spec: [lex.charset]
// reject: E0107 a surrogate is not a character
extern "C" __tile_global__ void test(int* out) { *out = u"\ud800"[0]; }
