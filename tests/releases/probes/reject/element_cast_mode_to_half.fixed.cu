// case: element_cast_mode_to_half.fixed
// since: 13.5
// accept: the same program without the error
#include <cuda_fp16.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const float* p, __half* o) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(o + i, ct::element_cast<__half>(ct::load(p + i), ct::round_toward_zero_t{}));
}
