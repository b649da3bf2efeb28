// case: bitcast_bool
// spec: 3.1 Undefined Behavior Annex
// arg: u8[4] = [0, 1, 1, 0]
// arg: out i32[4]
// expect: [0, 1, 1, 0]
// note: bytes of 0 and 1 are the values of bool
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned char* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto loaded = ct::element_bitcast<bool>(ct::load(in + at));
    ct::store(out + at, ct::element_cast<int>(loaded));
}
