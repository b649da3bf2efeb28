// case: example_kernel_and_view
// spec: 2.16 Optimization Hints (example)
// grid: 4
// arg: i32[65536] = iota
// arg: out i32[128]
// expect: iota*128+4163
// note: the listing writes num_cta_per_cga, which is not a kind, and `128` for `128_ic`. Column 67 of row 32 is element 4163.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" [[ cutile::hint(0, num_cta_in_cga=4) ]]
__tile_global__ void test(int* x, int* out) {
    auto S = ct::tensor_span{x, ct::shape{512_ic, 128_ic}};
    auto P = ct::partition_view{S, ct::shape{32_ic, 64_ic}};

    ct::tile<int, ct::shape<32, 64>> y;

    [[ cutile::hint(0, allow_tma=false) ]]
    y = P.load(ct::bid().x + 1, 1);
    ct::store(out + 32 * ct::bid().x + ct::iota<ct::tile<int, ct::shape<32>>>(), ct::reshape(ct::extract(y, ct::shape{32_ic, 1_ic}, 0, 3), ct::shape<32>{}));
}
