// case: row_major_reshape
// spec: 2.3.7 Reshape, 2.3.2 Iota
// arg: out i32[8]
// expect: [0, 4, 1, 5, 2, 6, 3, 7]
// note: elements keep their row-major order when reshaped; the transposed 2x4 is 4x2.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::reshape(ct::iota<ct::tile<int, ct::shape<8>>>(), ct::shape{2_ic, 4_ic});
    auto y = ct::transpose(x);
    static_assert(__is_same(decltype(y), ct::tile<int, ct::shape<4, 2>>));
    ct::store(out + ct::iota<decltype(y)>(), y);
}
