#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    ct::partition_view view{p, ct::shape{4_ic}};
}
