// case: view_store_not_injective
// spec: 3.1 Undefined Behavior Annex (example)
// ub: two indices are one place
// arg: inout i32[128] = zeros
// arg: out i32[16]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::layout_strided_mapping m{ct::extents{8, 16}, ct::extents{8, 1}};

    ct::tensor_span t{ptr, m};
    ct::partition_view p{t, ct::shape{4_ic, 4_ic}};
    p.store(ct::ones<ct::tile<int, ct::shape<4, 4>>>(), 0, 0); // UB
}
