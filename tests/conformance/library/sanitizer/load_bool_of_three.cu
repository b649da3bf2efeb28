// case: load_bool_of_three
// spec: 3.1 Undefined Behavior Annex
// ub: rule 9: a bool in memory is 3
// arg: u8[4] = [0, 1, 3, 1]
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned char* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto flags = ct::element_bitcast<bool*>(in + at);
    ct::store(out + at, ct::element_cast<int>(ct::load(flags)));
}
