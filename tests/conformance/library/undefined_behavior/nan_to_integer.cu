// case: nan_to_integer
// spec: 3.1 Undefined Behavior Annex
// ub: rule 8: a NaN has no integer value
// arg: f32[4] = [1.5, -2.5, nan, 3]
// arg: out i32[4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(const float* x, int* out) {
    auto i = ct::iota<I>();
    ct::store(out + i, ct::element_cast<int>(ct::load(x + i)));
}
