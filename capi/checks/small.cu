// A small kernel that `steady` compiles many times.
#include <cuda_tile.h>

namespace ct = cuda::tiles;

__tile_global__ void axpy(float *y, const float *x, float a, int n) {
  auto i = 64 * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<64>>>();
  for (int step = 0; step < 4; ++step)
    ct::store_masked(y + i, a * ct::load_masked(x + i, i < n, 0.0f) + ct::load_masked(y + i, i < n, 0.0f), i < n);
}
