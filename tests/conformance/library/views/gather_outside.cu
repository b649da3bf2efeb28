// case: gather_outside
// spec: CUDA 13.4: views
// ub: an index is outside
// arg: inout i32[30] = zeros
// arg: out i32[8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::tensor_span t{ptr, ct::extents{5, 6}};
    ct::gather_scatter_view v{t, ct::shape{2_ic, 4_ic}, 0_ic};
    put(out, v.load(ct::iota<ct::tile<int, ct::shape<2>>>() + 4, 0)); // UB
}
