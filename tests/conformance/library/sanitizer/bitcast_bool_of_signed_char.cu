// case: bitcast_bool_of_signed_char
// spec: 3.1 Undefined Behavior Annex
// ub: rule 9: -1 is not a representation of bool
// arg: i8 = -1
// arg: out bool[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(signed char x, bool* out) {
    out[0] = ct::element_bitcast<bool>(x);
}
