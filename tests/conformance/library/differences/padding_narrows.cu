// case: padding_narrows
// spec: 2.7.4 Load Operations
// arg: f32[3] = [1, 2, 3]
// arg: i32[3] = [1, 2, 3]
// arg: out f32[4]
// arg: out i32[4]
// expect: [1, 2, 3, -7]
// expect: [1, 2, 3, 2]
// note: the padding need only be scalar convertible to the elements: int to float, and 2.75 to int.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* x, int const* y, float* out, int* ints) {
    I i = ct::iota<I>();
    ct::store(out + i, ct::load_masked(x + i, i < 3, -7));
    ct::store(ints + i, ct::load_masked(y + i, i < 3, 2.75));
}
