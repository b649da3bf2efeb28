// case: assume_aligned_pointer
// spec: 3.1 Undefined Behavior Annex
// ub: rule 30: the pointer is 4 modulo 16
// arg: i32[8] = iota
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* in, int* out) {
    int* p = ct::assume_aligned(in + 1, 16_ic);
    out[0] = p[0];
}
