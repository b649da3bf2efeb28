// case: shape_size_of_64_bits
// spec: 3.1 Undefined Behavior Annex
// ub: rule 16: 2^64 is not a size_t
// arg: out u64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned long long* out) {
    using Shape = ct::shape<65536, 65536, 65536, 65536>;
    out[0] = ct::shape_size_v<Shape>;
}
