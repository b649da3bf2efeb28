#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void total(float* p, int n) {
    auto lane = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto sum = 0.0f;
    for (int block = 0; block < n; ++block)
        sum += ct::load(p + block * 64 + lane);
    ct::store(p + lane, sum);
}
