// case: shape_size_that_fits
// spec: 3.1 Undefined Behavior Annex
// arg: out u64[2]
// expect: [0x8000000000000000, 0]
// note: 2^63 is a size_t
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned long long* out) {
    out[0] = ct::shape_size_v<ct::shape<2147483648u, 2147483648u, 2>>;
    out[1] = ct::shape_size_v<ct::shape<65536, 65536, 65536, 65536, 0>>;
}
