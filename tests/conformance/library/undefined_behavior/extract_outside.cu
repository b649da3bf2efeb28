// case: extract_outside
// spec: 3.1 Undefined Behavior Annex
// ub: rule 17: an index of the partition grid that there is not
// arg: u32 = 2
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(unsigned part, int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(out + ct::iota<I>(), ct::extract(x, ct::shape{4_ic}, part));
}
