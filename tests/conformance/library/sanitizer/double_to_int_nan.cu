// case: double_to_int_nan
// spec: 3.1 Undefined Behavior Annex
// ub: rule 8: infinity is not an int
// arg: f64[2] = [1.5, inf]
// arg: out i32[2]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(double* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<2>>>();
    ct::store(out + at, ct::element_cast<int>(ct::load(in + at)));
}
