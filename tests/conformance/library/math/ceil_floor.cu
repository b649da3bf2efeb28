// case: ceil_floor
// spec: 2.4.1 Ceil, 2.4.2 Floor
// rows: 2.4.1-1 2.4.2-1
// arg: f64[4] = [1.5, -1.5, -0.5, 4503599627370497]
// arg: out f64[4]
// arg: out f64[4]
// expect: [2, -1, -0.0, 4503599627370497]
// expect: [1, -2, -1, 4503599627370497]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(double const* a, double* up, double* down) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i);
    ct::store(up + i, ct::ceil(x));
    ct::store(down + i, ct::floor(x));
}
