#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(unsigned* p, unsigned n) {
    p[0] = ct::assume_bounded_below(n, 0_ic);
}
