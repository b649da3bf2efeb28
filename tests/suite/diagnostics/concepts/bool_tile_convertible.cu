#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    struct Flags { int bits; } flags{3};
    auto y = ct::any_of<0>(flags);
}
