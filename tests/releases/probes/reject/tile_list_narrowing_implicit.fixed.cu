// case: tile_list_narrowing_implicit.fixed
// since: 13.5
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(signed char* o) {
    ct::tile<signed char, ct::shape<2>> a {{1, 2}};
    ct::store(o + ct::iota<ct::tile<int, ct::shape<2>>>(), a);
}
