// case: worker_warps_of_three
// spec: CUDA 13.4: num_worker_warps_per_cta
// refuses: 13.4-98
// warns: E0530 the number of warps is a power of two up to 32
#include "cuda_tile.h"
extern "C" {
[[cutile::hint(900, num_worker_warps_per_cta = 3)]]
__tile_global__ void test(int* out) { *out = 1; }
}
