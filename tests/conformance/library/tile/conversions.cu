// case: conversions
// spec: 2.9.1 tile, 1.7.2 Element Type Conversions
// arg: out f64[4]
// arg: out i32[2]
// expect: [0, 1, 2, 3]
// expect: [6, 2]
// note: non-narrowing conversions are implicit, others explicit; a tile of one element is a number.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using F = ct::tile<float, ct::shape<4>>;
using D = ct::tile<double, ct::shape<4>>;
using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(double* wide, int* numbers) {
    auto i = ct::iota<I>();
    F f(i);
    D d = f;
    ct::store(wide + i, d);
    numbers[0] = static_cast<int>(ct::sum(i, 0_ic));
    ct::tile n = 2;
    static_assert(__is_same(decltype(n), ct::tile<int, ct::shape<>>));
    numbers[1] = static_cast<int>(n);
}
