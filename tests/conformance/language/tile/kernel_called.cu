// case: kernel_called
// spec: tile: 1.2 a kernel is launched, not called
// reject: E0582 a launch in tile code
#include "cuda_tile.h"

extern "C" __tile_global__ void other(int* out) { out[0] = 1; }
extern "C" __tile_global__ void test(int* out) { other<<<1, 1>>>(out); }
