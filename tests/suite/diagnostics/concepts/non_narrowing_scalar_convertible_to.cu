#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, class U>
    requires ct::non_narrowing_scalar_convertible_to<T, U>
__tile__ void visit(T, U) {}

__tile_global__ void kernel(int n) {
    visit(n, 1.0f);
}
