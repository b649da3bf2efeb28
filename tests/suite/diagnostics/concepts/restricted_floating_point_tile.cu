#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <ct::restricted_floating_point_tile T>
__tile__ void visit(T) {}

__tile_global__ void kernel(float* p) {
    visit(ct::zeros<ct::tile<float, ct::shape<8>>>());
}
