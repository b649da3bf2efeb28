// case: extract_second_row
// spec: 3.1 Undefined Behavior Annex
// ub: rule 17: the third of two rows
// arg: i32 = 2
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int row, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto m = ct::reshape(ct::iota<ct::tile<int, ct::shape<8>>>(), ct::shape{2_ic, 4_ic});
    auto part = ct::extract(m, ct::shape{1_ic, 4_ic}, row, 0);
    ct::store(out + at, ct::reshape(part, ct::shape{4_ic}));
}
