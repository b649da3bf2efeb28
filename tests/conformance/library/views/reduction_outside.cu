// case: reduction_outside
// spec: CUDA 13.4: views
// ub: the tile is partly outside
// arg: inout i32[30] = zeros
// arg: out i32[8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;


extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::tensor_span t{ptr, ct::extents{5, 6}};
    ct::partition_view v{t, ct::shape{2_ic, 4_ic}};
    v.atomic_add(ct::ones<ct::tile<int, ct::shape<2, 4>>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 2, 0); // UB
    *out = 1;
}
