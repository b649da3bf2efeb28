// case: difference_of_no_whole_elements
// spec: 3.1 Undefined Behavior Annex
// ub: rule 11: the distance is not a number of whole elements
// arg: u8[16] = iota
// arg: out i64[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(unsigned char* in, long long* out) {
    auto p = ct::element_bitcast<int*>(in);
    auto q = ct::element_bitcast<int*>(in + 6);
    auto d = ct::tile<int*, ct::shape<>>(q) - ct::tile<int*, ct::shape<>>(p);
    out[0] = (long long)d;
}
