// case: matmul_batches
// spec: 2.5.5 matmul
// arg: f32[8] = [1, 2, 3, 4, 1, 0, 0, 1]
// arg: f32[4] = [5, 6, 7, 8]
// arg: out f32[8]
// expect: [19, 22, 43, 50, 5, 6, 7, 8]
// note: the one B operand serves both batches; the second A operand is the identity.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float const* a, float const* b, float* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<2, 2, 2>>>();
    auto x = ct::load(a + i);
    auto y = ct::load(b + ct::iota<ct::tile<int, ct::shape<1, 2, 2>>>());
    ct::store(out + i, ct::matmul(x, y));
}
