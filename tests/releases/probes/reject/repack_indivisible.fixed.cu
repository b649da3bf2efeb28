// case: repack_indivisible.fixed
// since: 13.5
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(unsigned* o) {
    auto t = ct::iota<ct::tile<unsigned char, ct::shape<4>>>();
    auto r = ct::repack<unsigned>(t, 0_ic);
    ct::store(o + ct::iota<ct::tile<int, ct::shape<1>>>(), r);
}
