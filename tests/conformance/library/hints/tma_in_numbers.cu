// case: tma_in_numbers
// spec: 2.16 Optimization Hints
// refuses: 2.16.2.4-1
// warns: E0530 it is true or false
#include "cuda_tile.h"
namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out) {
    [[cutile::hint(0, allow_tma = 2)]]
    ct::store(out, 1);
}
