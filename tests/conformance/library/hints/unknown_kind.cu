// case: unknown_kind
// spec: 2.16 Optimization Hints
// refuses: 2.16.1-1
// warns: E0530 there is no such kind
#include "cuda_tile.h"
extern "C" {
[[cutile::hint(0, num_cta_per_cga = 4)]]
__tile_global__ void test(int* out) { *out = 1; }
}
