// case: parameter_size_limit
// spec: tile: 1.2 a launch passes at most 32,764 bytes
// reject: E0591 the pointer begins at byte 32,768
#include "cuda_tile.h"

struct Large {
    unsigned char bytes[32764];
};
extern "C" __tile_global__ void test(Large large, int* out) { out[0] = large.bytes[7]; }
