// case: string_characters
// spec: [lex.string] a literal is an array with static storage
// arg: out i32[4]
// arg: i32 = 1
// expect: [101, 0, 98, 1]
#include "cuda_tile.h"

constexpr const char* words[2] = {"ab", "cd"};

extern "C" __tile_global__ void test(int* out, int n) {
    const char* text = "hello";
    out[0] = text[n];
    out[1] = text[n + 4];
    out[2] = words[0][n];
    int length = 0;
    for (const char* p = n > 0 ? "x" : ""; *p; ++p) ++length;
    out[3] = length;
}
