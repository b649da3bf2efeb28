#include <cuda_tile.h>

#include "kernels.cuh"

namespace ct = cuda::tiles;

// Kernels of internal linkage of the same name in both files.
static __tile_global__ void local(int *p) { *p = *p + 100; }
namespace {
__tile_global__ void hidden(int *p) { *p = *p + 1000; }
} // namespace

__tile_global__ void fill(int *data, int value) {
  ct::store(data + ct::iota<ct::tile<int, ct::shape<4>>>(), ct::full<ct::tile<int, ct::shape<4>>>(value));
}

void twice_from_kernels(int *p) {
  twice<<<1, 1>>>(p);
  local<<<1, 1>>>(p);
  hidden<<<1, 1>>>(p);
}
