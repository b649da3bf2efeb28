// case: occupancy_too_high
// spec: 2.16 Optimization Hints
// refuses: 2.16.2.2-1
// warns: E0530 occupancy is 1 to 32
#include "cuda_tile.h"
extern "C" {
[[cutile::hint(0, occupancy = 33)]]
__tile_global__ void test(int* out) { *out = 1; }
}
