// case: view_atomic_needs_order_and_scope.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* p) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{8_ic}}, ct::shape{8_ic}};
    v.atomic_add(ct::ones<ct::tile<int, ct::shape<8>>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
}
