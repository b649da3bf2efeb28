// case: latency_too_high
// spec: 2.16 Optimization Hints
// refuses: 2.16.2.3-1
// warns: E0530 latency is 1 to 10
#include "cuda_tile.h"
namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out) {
    [[cutile::hint(0, latency = 11)]]
    ct::store(out, 1);
}
