// case: shape_size_of_more
// spec: 3.1 Undefined Behavior Annex
// ub: rule 16: 3 * 2^63 is not a size_t
// arg: out u64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned long long* out) {
    using Shape = ct::shape<2147483648u, 2147483648u, 2, 3>;
    auto n = ct::shape_size_v<Shape>;
    out[0] = n;
}
