// case: misaligned_double
// spec: 3.1 Undefined Behavior Annex
// ub: rule 12: a double at an address that is 4 modulo 8
// arg: u8[32] = iota
// arg: out f64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned char* in, double* out) {
    auto p = ct::element_bitcast<double*>(in + 4);
    out[0] = (double)ct::load(p);
}
