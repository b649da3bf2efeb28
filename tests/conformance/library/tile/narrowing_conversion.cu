// case: narrowing_conversion
// spec: 1.7.2 Element Type Conversions
// reject: E0503 int to float may lose digits, so it is explicit
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using F = ct::tile<float, ct::shape<4>>;
using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float* out) {
    F f = ct::iota<I>();
    ct::store(out + ct::iota<I>(), f);
}
