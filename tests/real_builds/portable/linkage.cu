// Names of internal linkage have no C linkage.
#include <cuda_tile.h>

extern "C" {
__tile_global__ void plain(float* p) { cuda::tiles::store(p, 1.f); }
static __tile_global__ void internal(float* p) { cuda::tiles::store(p, 2.f); }
static __tile_global__ void internal(int* p) { cuda::tiles::store(p, 2); }
}

void launch(float* p, int* q) {
  plain<<<1, 1>>>(p);
  internal<<<1, 1>>>(p);
  internal<<<1, 1>>>(q);
}
