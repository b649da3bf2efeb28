// case: global_string_pointers
// spec: [lex.string] pointers to string literals, in a table that is indexed at run time
// arg: out i32[4]
// arg: i32 = 1
// expect: [116, 3, 5, 111]
#include "cuda_tile.h"

__device__ const char* names[3] = {"one", "two", "three"};
__device__ const char* tail = &"zero"[3];

__tile__ int length(const char* text) {
    int n = 0;
    while (text[n]) ++n;
    return n;
}
extern "C" __tile_global__ void test(int* out, int i) {
    out[0] = names[i][0];
    out[1] = length(names[i]);
    out[2] = length(names[i + 1]);
    out[3] = *tail;
}
