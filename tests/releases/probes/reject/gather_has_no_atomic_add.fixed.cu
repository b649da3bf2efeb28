// case: gather_has_no_atomic_add.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* p) {
    ct::tensor_span s{p, ct::extents{8_ic}};
    ct::partition_view v{s, ct::shape{4_ic}};
    v.atomic_add(ct::ones<ct::tile<int, ct::shape<4>>>(), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
}
