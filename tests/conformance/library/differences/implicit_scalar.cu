// case: implicit_scalar
// spec: 2.9.1 tile
// arg: i32[4] = [3, 4, 5, 6]
// arg: out i64[3]
// expect: [18, 36, 18]
// note: the conversion of a tile of one element is explicit only where it narrows.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ long twice(long n) { return 2 * n; }

extern "C" __tile_global__ void test(int const* x, long* out) {
    auto total = ct::sum(ct::load(x + ct::iota<ct::tile<int, ct::shape<4>>>()), ct::integral_constant<0>{});
    int number = total;
    out[0] = number;
    out[1] = twice(total);
    out[2] = total;
}
