#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(double* p) {
    auto x = ct::sqrt(p[0], {}, ct::round_subnormals_to_zero_t{});
}
