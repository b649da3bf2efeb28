// case: element_cast_mode_to_fp8.fixed
// since: 13.5
// accept: the same program without the error
#include <cuda_fp8.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const float* p, __nv_fp8_e4m3* o) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(o + i, ct::element_cast<__nv_fp8_e4m3>(ct::load(p + i), ct::round_ties_to_even_t{}));
}
