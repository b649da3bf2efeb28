#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <ct::integral_scalar T>
__tile__ void visit(T) {}

__tile_global__ void kernel(float f) {
    visit(f);
}
