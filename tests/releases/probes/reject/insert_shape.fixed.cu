// case: insert_shape.fixed
// since: 13.5
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* o) {
    auto t = ct::zeros<ct::tile<int, ct::shape<4, 4>>>();
    auto r = ct::insert(t, ct::ones<ct::tile<int, ct::shape<4, 2>>>(), 0, 0);
    ct::store(o + ct::iota<ct::tile<int, ct::shape<4, 4>>>(), r);
}
