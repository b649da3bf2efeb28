// case: exp_approximate_half.fixed
// since: 13.4
// accept: the same program without the error
#include <cuda_fp16.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const float* p, float* o) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(o + i, ct::exp(ct::load(p + i), ct::round_approximate_t{}));
}
