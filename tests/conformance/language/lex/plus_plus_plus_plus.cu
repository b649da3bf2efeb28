// case: plus_plus_plus_plus
// spec: [lex.pptoken]
// reject: E0510 x+++++y is x ++ ++ + y, which increments a value
extern "C" __tile_global__ void test(int x, int y, int* out) { *out = x+++++y; }
