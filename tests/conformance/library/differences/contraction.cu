// case: contraction
// spec: 2.2.1 Addition, 2.2.5 Multiplication
// arg: f32 = 0x1.001p0
// arg: f32 = -0x1.002p0
// arg: out f32[8]
// expect: [0x1p-24, 0x1p-24, 0x1p-24, 0x1p-24, 0, 0, 0, 0]
// note: (1 + 2^-12)^2 is 1 + 2^-11 + 2^-24, and rounded 1 + 2^-11. By default a product and a sum become one operation, as with nvcc; not where modes are written out.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(float a, float c, float* out) {
    I i = ct::iota<I>();
    auto x = ct::full<ct::tile<float, ct::shape<4>>>(a);
    ct::store(out + i, x * x + c);
    ct::store(out + 4 + i, ct::add(ct::mul(x, x, ct::round_toward_zero_t{}), c, ct::round_toward_zero_t{}));
}
