// case: out_buffer_is_read
// spec: 3.1 Undefined Behavior Annex
// ub: rule 15: the buffer of results has no contents yet
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    out[0] = out[0] + 1;
}
