#include "cuda_tf32.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <ct::basic_floating_point_scalar T>
__tile__ void visit(T) {}

__tile_global__ void kernel(__nv_tf32* p) {
    visit(p[0]);
}
