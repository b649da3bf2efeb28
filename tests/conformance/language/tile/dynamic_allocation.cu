// case: dynamic_allocation
// spec: tile: 1.2 a tile block has no heap
// reject: E0545 `new`
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int* values = new int(n);
    out[0] = n;
}
