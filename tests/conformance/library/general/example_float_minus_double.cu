// case: example_float_minus_double
// spec: 1.7.4 Arithmetic Conversions (example 1)
// arg: out f64[4]
// expect: [-2, 2, 1, 5]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(double* out) {
    using i32x1x2 = ct::tile<int, ct::shape<1, 2>>;
    using i32x2x1 = ct::tile<int, ct::shape<2, 1>>;
    using f32x1x2 = ct::tile<float, ct::shape<1, 2>>;
    using f64x2x1 = ct::tile<double, ct::shape<2, 1>>;
    using f64x2x2 = ct::tile<double, ct::shape<2, 2>>;

    float xData[1][2] = {
        {2, 6},
    };

    double yData[2][1] = {
        {4},
        {1},
    };

    f32x1x2 x = ct::load(&xData[0][0] + ct::iota<i32x1x2>());
    f64x2x1 y = ct::load(&yData[0][0] + ct::iota<i32x2x1>());
    f64x2x2 result = x - y;
    ct::store(out + ct::iota<ct::tile<int, ct::shape<2, 2>>>(), result);
}
