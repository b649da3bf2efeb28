#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    struct Pair { int a, b; } pair{1, 2};
    auto y = ct::reshape(pair, ct::shape{1_ic});
}
