// case: extract_far_outside
// spec: 2.3.17 extract
// ub: rule 17: sub-tile 2^32, whose low half is 0
// arg: i64 = 4294967296
// arg: out i32[2]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(long long part, int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + ct::iota<ct::tile<int, ct::shape<2>>>(), ct::extract(x, ct::shape{2_ic}, part));
}
