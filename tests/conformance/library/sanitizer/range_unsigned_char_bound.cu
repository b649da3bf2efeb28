// case: range_unsigned_char_bound
// spec: 3.1 Undefined Behavior Annex
// ub: rule 28: 251 + 10 is not an unsigned char
// arg: u8 = 251
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned char n, int* out) {
    ct::irange<unsigned char> r(0, n, 10);
    out[0] = (int)r.size();
}
