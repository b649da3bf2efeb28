// case: stray_character
// spec: [lex.pptoken]
// accept: in a group that is left out, and in a string, it may stand
#if 0
int x = 1 @ 2;
#endif
extern "C" __tile_global__ void test(int* out) { *out = "@"[0]; }
