// case: example_kinds
// spec: 2.16.2 Hint Kinds (examples)
// arg: i32[512] = iota
// arg: out i32[4]
// arg: out i32[16]
// expect: [4, 6, 8, 10]
// expect: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" [[ using cutile :
  hint(900, num_cta_in_cga=4),
  hint(1000, num_cta_in_cga=8) ]]
__tile_global__ void kernel1() { }

extern "C" [[ using cutile :
  hint(0, occupancy=15),
  hint(900, occupancy=22) ]]
__tile_global__ void kernel2() { }

extern "C" __tile_global__ void test(int* ptr, int* sums, int* out) {
    using I = ct::tile<int, ct::shape<4>>;
    auto x = ptr + ct::iota<I>();
    auto y = x + 4;
    I z;

    // Example 1
    [[ cutile::hint(0, latency=7) ]]
    z = ct::load(x) + ct::load(y);

    // Example 2
    [[ cutile::hint(0, latency=7) ]]
    ct::store(sums + ct::iota<I>(), z);

    auto t = ct::tensor_span{ptr, ct::shape{128_ic, 4_ic}};
    auto p = ct::partition_view{t, ct::shape{4_ic, 4_ic}};
    auto q = ct::partition_view{ct::tensor_span{out, ct::shape{4_ic, 4_ic}}, ct::shape{4_ic, 4_ic}};

    ct::tile<int, ct::shape<4, 4>> value;

    [[ cutile::hint(0, latency=7) ]]
    value = p.load(0, 0);

    [[ cutile::hint(0, latency=7) ]]
    q.store(value + 1, 0, 0);

    [[ cutile::hint(0, allow_tma=false) ]]
    value = p.load(0, 0);

    [[ cutile::hint(0, allow_tma=false) ]]
    q.store(value, 0, 0);
}
