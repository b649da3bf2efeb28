// case: parameter_empty
// spec: [intro.object]/9 an object of an empty class takes a byte, also as an argument
// arg: struct = {}
// arg: out i32[1]
// arg: struct = {}
// arg: i32 = 6
// expect: [42]
#include "cuda_tile.h"

struct Times {
    __tile__ int operator()(int a, int b) const { return a * b; }
};
struct Tag {};
static_assert(sizeof(Tag) == 1);
extern "C" __tile_global__ void test(Tag, int* out, Times times, int n) { out[0] = times(n, n + 1); }
