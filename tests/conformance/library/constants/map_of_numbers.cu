// case: map_of_numbers
// spec: 2.13.2 dimension_map
// refuses: 2.13.2-3 2.13.2-6
// reject: E0312 an empty list of arguments is not a map of two dimensions
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using Tile = ct::tile<int, ct::shape<2, 4>>;
extern "C" __tile_global__ void test(int* out) {
    auto turned = ct::permute(ct::full<Tile>(1), ct::dimension_map(1, 0));
    *out = static_cast<int>(ct::extract(turned, ct::shape<1, 1>{}, 0, 0));
}
