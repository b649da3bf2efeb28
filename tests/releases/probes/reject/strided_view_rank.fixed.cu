// case: strided_view_rank.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const int* p, int* o) {
    ct::tensor_span s{p, ct::extents{32_ic}};
    ct::strided_view v{s, ct::shape{8_ic}, ct::strides{4_ic}};
    ct::store(o + ct::iota<ct::tile<int, ct::shape<8>>>(), v.load(0));
}
