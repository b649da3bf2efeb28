// case: map_of_numbers
// spec: 2.13.2 dimension_map
// accept: constants make the map
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;
using Tile = ct::tile<int, ct::shape<2, 4>>;
extern "C" __tile_global__ void test(int* out) {
    auto turned = ct::permute(ct::full<Tile>(1), ct::dimension_map(1_ic, 0_ic));
    *out = static_cast<int>(ct::extract(turned, ct::shape<1, 1>{}, 0, 0));
}
