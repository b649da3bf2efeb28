// case: separator_at_the_end
// spec: [lex.icon]
// reject: E0102 a separator stands between digits; this one starts a character literal
extern "C" __tile_global__ void test(int* out) { *out = 1'; }
