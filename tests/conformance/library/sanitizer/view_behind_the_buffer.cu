// case: view_behind_the_buffer
// spec: 3.1 Undefined Behavior Annex
// ub: rule 12: the extents promise more than the buffer has
// arg: f32[8] = iota
// arg: out f32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* in, float* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::partition_view v{ct::tensor_span{in, ct::extents{16}}, ct::shape{4_ic}};
    ct::store(out + at, v.load(2));
}
