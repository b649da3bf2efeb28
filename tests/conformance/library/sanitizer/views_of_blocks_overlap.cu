// case: views_of_blocks_overlap
// spec: 3.1 Undefined Behavior Annex
// ub: rule 13: two blocks store one partition
// grid: 2
// arg: inout f32[8] = zeros
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* m) {
    ct::partition_view v{ct::tensor_span{m, ct::extents{8}}, ct::shape{4_ic}};
    v.store(ct::ones<ct::tile<float, ct::shape<4>>>(), 0);
}
