// case: element_cast_out_of_range
// spec: 3.1 Undefined Behavior Annex (example)
// ub: 256 is not an unsigned char
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    unsigned char z = ct::element_cast<unsigned char>(256.0f); // UB
    out[0] = z;
}
