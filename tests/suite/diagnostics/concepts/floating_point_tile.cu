#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <ct::floating_point_tile T>
__tile__ void visit(T) {}

__tile_global__ void kernel(int* p) {
    visit(ct::iota<ct::tile<int, ct::shape<8>>>());
}
