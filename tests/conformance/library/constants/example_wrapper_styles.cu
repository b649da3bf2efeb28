// case: example_wrapper_styles
// spec: 2.13 Constant Wrappers (example)
// arg: f64[32] = iota+0.5
// arg: f64 = 0x1p-60
// arg: out f64[4]
// arg: out f64[8]
// expect: [1, 1, 0.5, 0.5]
// expect: [2.5, 3.5, 10.5, 11.5, 2.5, 3.5, 10.5, 11.5]
// note: the listing has 0.0 and 1.0; 2^-60 - 1 shows the direction: toward zero it is the double above -1, -1 + 2^-53.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(double* ptr, double tiny, double* out, double* tiles) {
    // Example 1
    ct::shape<2, 4> x;
    ct::shape      y{2_ic, 4_ic};
    static_assert(__is_same(decltype(x), decltype(y)));

    // Example 2
    ct::dimension_map<2, 0, 1> w;
    ct::dimension_map      z{2_ic, 0_ic, 1_ic};
    static_assert(__is_same(decltype(w), decltype(z)));

    // Example 3
    out[0] = ct::add<ct::rounding_mode::round_toward_zero>(tiny, 1.0, {});
    out[1] = ct::add(tiny, 1, ct::round_toward_negative_t{});

    // Example 4
    out[2] = ct::atomic_load<ct::memory_order::relaxed>(ptr);
    out[3] = ct::atomic_load(ptr, ct::memory_order_relaxed_t{});

    // Example 5
    ct::partition_view P{
        ct::tensor_span{ptr, ct::shape{4_ic, 8_ic}},
        ct::shape{2_ic, 2_ic}};
    put(tiles, P.load_masked<ct::view_padding::positive_inf>(0, 1));
    put(tiles + 4, P.load_masked(ct::view_padding_positive_inf_t{}, 0, 1));
}
