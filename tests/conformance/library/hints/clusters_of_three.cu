// case: clusters_of_three
// spec: 2.16 Optimization Hints
// refuses: 2.16.2.1-1
// warns: E0530 1, 2, 4, 8 or 16 blocks make a cluster
#include "cuda_tile.h"
extern "C" {
[[cutile::hint(900, num_cta_in_cga = 3)]]
__tile_global__ void test(int* out) { *out = 1; }
}
