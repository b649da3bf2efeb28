// case: view_load_not_injective
// spec: 3.1 Undefined Behavior Annex (example)
// ub: two indices are one place
// arg: inout i32[128] = zeros
// arg: out i32[16]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::layout_strided_mapping m{ct::extents{8, 16}, ct::extents{8, 1}};

    ct::tensor_span t{ptr, m};
    ct::partition_view p{t, ct::shape{4_ic, 4_ic}};
    put(out, p.load(0, 0)); // UB
}
