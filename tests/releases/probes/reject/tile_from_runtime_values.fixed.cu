// case: tile_from_runtime_values.fixed
// since: 13.5
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, int* o) {
    ct::tile<int, ct::shape<4>> a = {{1, 2, 3, 4}};
    ct::store(o + ct::iota<ct::tile<int, ct::shape<4>>>(), a);
}
