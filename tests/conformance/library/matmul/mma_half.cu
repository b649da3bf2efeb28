// case: mma_half
// spec: 2.5.4 mma
// arg: f16[8] = [1, 2, 3, 4, 5, 6, 7, 8]
// arg: f16[8] = [1, 0, 0, 1, 2, 0, 0, 2]
// arg: f32[4] = [100, 100, 100, 100]
// arg: out f32[4]
// expect: [107, 110, 119, 122]
// note: 2x4 times 4x2: row 0 is 1 + 6 and 2 + 8, row 1 is 5 + 14 and 6 + 16.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(__half const* a, __half const* b, float const* c, float* out) {
    auto x = ct::load(a + ct::iota<ct::tile<int, ct::shape<2, 4>>>());
    auto y = ct::load(b + ct::iota<ct::tile<int, ct::shape<4, 2>>>());
    auto i = ct::iota<ct::tile<int, ct::shape<2, 2>>>();
    ct::store(out + i, ct::mma(x, y, ct::load(c + i)));
}
