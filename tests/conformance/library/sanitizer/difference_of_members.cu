// case: difference_of_members
// spec: 3.1 Undefined Behavior Annex
// ub: rule 11: two members that are arrays are two arrays
// arg: i32 = 0
// arg: out i64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, long long* out) {
    struct Pair { int x[4]; int y[4]; };
    Pair p{};
    auto first = ct::full<ct::tile<int*, ct::shape<2>>>(&p.x[0]);
    auto second = ct::full<ct::tile<int*, ct::shape<2>>>(&p.y[n]);
    auto d = second - first;
    out[0] = (long long)ct::extract(d, ct::shape{1_ic}, 0);
}
