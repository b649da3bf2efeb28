//@ ir
//@ contains 2: alloca
//@ run: cpu emulator
//@ arg out: out i32[3]
//@ arg a: struct = {i32 = 1, i32 = 2, i32 = 3}
//@ arg b: struct = {i32 = 4, i32 = 5, i32 = 6}
//@ arg c: struct = {i32 = 7, i32 = 8, i32 = 9}
//@ arg i: i32 = 1
//@ expect out = 12 9 105
// An argument that is written to, or whose address goes anywhere, is a copy; one that is read is not.
#include "cuda_tile.h"

struct Three {
    int of[3];
};

extern "C" __tile_global__ void test(int* out, Three a, Three b, const Three c, int i) {
    a.of[i] += 10;
    out[0] = a.of[1];
    out[1] = c.of[i + 1];
    const int* p = i > 5 ? a.of : b.of;
    out[2] = p[i] + 100;
}
