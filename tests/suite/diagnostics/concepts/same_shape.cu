#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, class U>
    requires ct::same_shape<T, U>
__tile__ void visit(T, U) {}

__tile_global__ void kernel(int* p) {
    visit(ct::shape<4, 8>{}, ct::shape<8, 4>{});
}
