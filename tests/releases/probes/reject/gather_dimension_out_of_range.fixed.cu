// case: gather_dimension_out_of_range.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const int* p, int* o) {
    ct::tensor_span s{p, ct::extents{8_ic}};
    ct::gather_scatter_view v{s, ct::shape{4_ic}, 0_ic};
    ct::store(o + ct::iota<ct::tile<int, ct::shape<4>>>(), v.load(ct::iota<ct::tile<unsigned, ct::shape<4>>>()));
}
