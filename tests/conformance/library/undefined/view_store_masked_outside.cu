// case: view_store_masked_outside
// spec: 3.1 Undefined Behavior Annex (example)
// ub: the partition is wholly outside
// arg: inout i32[512] = zeros
// arg: out i32[16]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::tensor_span t{ptr, ct::extents{16, 32}};
    ct::partition_view p{t, ct::shape{4_ic, 2_ic}};
    p.store_masked(ct::ones<ct::tile<int, ct::shape<4, 2>>>(), 0, 16); // UB
}
