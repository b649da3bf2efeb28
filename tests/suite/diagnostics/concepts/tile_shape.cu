#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    using Shape = ct::extents<long, 4, 8>;
    ct::tile<float, Shape> x;
}
