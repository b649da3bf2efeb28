// case: cstdio_text_is_not_known
// spec: [cstdio.syn]
// arg: i32 = 2
// reject: E0588 the text comes from memory
// host: accepts it, reading the text when it runs
#include <cstdio>

extern "C" __tile_global__ void test(char const* text) { printf("%s\n", text); }
