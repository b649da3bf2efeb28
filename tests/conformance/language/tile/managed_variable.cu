// case: managed_variable
// spec: [basic.stc.static] managed memory is the host's business
// reject: E0542 managed memory is the host's business
#include "cuda_tile.h"

__managed__ int counter = 1;

extern "C" __tile_global__ void test(int* out) { out[0] = counter; }
