// case: element_bitcast_tf32.fixed
// since: 13.5
// accept: the same program without the error
#include <cuda_tf32.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const float* p, unsigned* o) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(o + i, ct::element_bitcast<unsigned>(ct::load(p + i)));
}
