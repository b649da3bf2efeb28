// case: inline_assembly
// spec: tile: 1.2 assembly is for threads
// reject: E0547 `asm`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out) {
    asm volatile("membar.gl;");
    out[0] = 1;
}
