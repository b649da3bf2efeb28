// case: modes
// spec: 2.6.3 Maximum, 2.6.4 Minimum, 2.6.7 Sum, 2.6.8 Product, 2.6.12 Partial Sum, 2.6.13 Partial Product
// rows: 2.6.3-2 2.6.4-2 2.6.7-2 2.6.8-2 2.6.12-2 2.6.13-2
// arg: f32[8] = [1, 0x1p-25, 0x1.000002p0, 0x1.000002p0, nan, 1, 0x1p-127, 0x1p-127]
// arg: out f32[10]
// arg: out f32[8]
// expect: [0x1.000002p0, 1, 0x1.000006p0, 0x1.000004p0, 0, 0x1p-126, nan, 1, nan, 1]
// expect: [1, 0x1.000002p0, 1, 1, 0x1.000002p0, 0x1.000006p0, 0x1.000002p0, 0x1.000004p0]
// note: of two elements there is one sum: 1 + 2^-25 lies between 1 and the next float, and the square of 1 + 2^-23 is 1 + 2^-22 + 2^-46.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using Pair = ct::tile<float, ct::shape<2>>;

__tile__ void put(float* out, auto tile) {
    ct::store(out + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float const* in, float* one, float* two) {
    auto i = ct::iota<ct::tile<int, ct::shape<2>>>();
    Pair near = ct::load(in + i), more = ct::load(in + 2 + i), nan = ct::load(in + 4 + i), tiny = ct::load(in + 6 + i);
    ct::round_toward_positive_t up;
    ct::round_toward_zero_t down;
    put(one, ct::sum(near, 0_ic, up));
    put(one + 1, ct::sum(near, 0_ic, down));
    put(one + 2, ct::prod(more, 0_ic, up));
    put(one + 3, ct::prod(more, 0_ic, down));
    put(one + 4, ct::sum(tiny, 0_ic, ct::round_ties_to_even_t{}, ct::round_subnormals_to_zero_t{}));
    put(one + 5, ct::sum(tiny, 0_ic, ct::round_ties_to_even_t{}, ct::preserve_subnormals_t{}));
    put(one + 6, ct::reduce_max(nan, 0_ic, ct::propagate_nan_t{}));
    put(one + 7, ct::reduce_max(nan, 0_ic, ct::suppress_nan_t{}));
    put(one + 8, ct::reduce_min(nan, 0_ic, ct::propagate_nan_t{}));
    put(one + 9, ct::reduce_min(nan, 0_ic, ct::suppress_nan_t{}));
    put(two, ct::partial_sum(near, 0_ic, up));
    put(two + 2, ct::partial_sum(near, 0_ic, down));
    put(two + 4, ct::partial_prod(more, 0_ic, up));
    put(two + 6, ct::partial_prod(more, 0_ic, down));
}
