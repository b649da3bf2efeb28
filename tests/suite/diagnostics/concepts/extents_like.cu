#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    ct::tensor_span span{p, 64};
}
