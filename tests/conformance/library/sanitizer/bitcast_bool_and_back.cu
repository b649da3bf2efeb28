// case: bitcast_bool_and_back
// spec: 3.1 Undefined Behavior Annex
// arg: bool[4] = [true, false, true, true]
// arg: out i32[4]
// expect: [1, 0, 1, 1]
// note: bool to a byte is any of its values
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(bool* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto bytes = ct::element_bitcast<unsigned char>(ct::load(in + at));
    ct::store(out + at, ct::element_cast<int>(bytes));
}
