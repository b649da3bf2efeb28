// case: view_index_negative
// spec: 3.1 Undefined Behavior Annex
// ub: rule 22: partition -1
// arg: f32[16] = iota
// arg: i32 = -1
// arg: out f32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* in, int i, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::partition_view v{ct::tensor_span{in, ct::extents<int, 16>{}}, ct::shape{4_ic}};
    ct::store(out + at, v.load(i));
}
