#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void twice(int* p) {
    auto index = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto x = ct::load(p + index);
    ct::store(p + index, 2.0 * x);
}
