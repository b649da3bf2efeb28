// case: example_literals
// spec: 2.13.1.2 Literal Operator Template, 2.13.2 dimension_map (examples)
// arg: out i64[5]
// expect: [22, 4294967296, 2, 0, 1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

static_assert(__is_same(decltype(22_ic), ct::integral_constant<22>) && __is_same(decltype(22_ic)::value_type, int));
static_assert(__is_same(decltype(4294967296_ic)::value_type, long) && sizeof(4294967296_ic) == 1);
static_assert(__is_same(decltype(ct::dimension_map{2_ic, 0_ic, 1_ic}), ct::dimension_map<2, 0, 1>));

extern "C" __tile_global__ void test(long long* out) {
    out[0] = 22_ic;
    out[1] = 4294967296_ic;
    for (int i = 0; i < 3; ++i) {
        out[2 + i] = decltype(ct::dimension_map{2_ic, 0_ic, 1_ic})::mapping(i);
    }
}
