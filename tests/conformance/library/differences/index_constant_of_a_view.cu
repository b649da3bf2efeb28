// case: index_constant_of_a_view
// spec: 2.12.1 partition_view
// reject: E0312 an integral_constant is not a scalar
// arg: i32[4] = iota
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* x, int* out) {
    ct::partition_view p{ct::tensor_span{x, ct::shape{4_ic}}, ct::shape{2_ic}};
    out[0] = static_cast<int>(ct::extract(p.load(1_ic), ct::shape<1>{}, 0));
}
