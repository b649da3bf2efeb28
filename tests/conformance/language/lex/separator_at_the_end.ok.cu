// case: separator_at_the_end
// spec: [lex.icon]
// accept: between digits
extern "C" __tile_global__ void test(int* out) { *out = 1'0; }
