// case: integral_constant
// spec: 2.13.1 Integral Constant
// arg: out i32[4]
// expect: [6, -8, 1, 12]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out) {
    auto six = 2_ic * 3_ic;
    static_assert(__is_same(decltype(six), ct::integral_constant<6>));
    static_assert(__is_same(decltype(six * 2), int) && __is_same(decltype(six == six), bool));
    out[0] = six;
    out[1] = (-10_ic + 2_ic)();
    out[2] = 4_ic == 4_ic;
    out[3] = (1_ic << 3_ic) | decltype(4_ic)::value;
}
