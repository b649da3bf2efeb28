// case: modes_of_casts
// spec: CUDA 13.5: rounding_mode, saturation_mode
// rows: 13.5-5..10
// refuses: 13.5-8
// arg: out i32[4]
// expect: [6, 0, 1, 1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <auto V>
concept saturation = requires { typename ct::saturation_mode_constant<static_cast<ct::saturation_mode>(V)>; };
static_assert(saturation<0> && saturation<1> && !saturation<2>);
static_assert(__is_same(ct::saturate_finite_t::type, ct::saturate_finite_t));
static_assert(__is_same(ct::saturate_none_t::value_type, ct::saturation_mode) && sizeof(ct::saturation_mode) == 1);
static_assert(__is_same(ct::round_ties_to_away_t, ct::rounding_mode_constant<ct::rounding_mode::round_ties_to_away>));

extern "C" __tile_global__ void test(int* out) {
    out[0] = static_cast<int>(ct::round_ties_to_away_t{}());
    out[1] = static_cast<int>(ct::saturate_none_t::value);
    ct::saturation_mode mode = ct::saturate_finite_t{};
    out[2] = static_cast<int>(mode);
    out[3] = mode == ct::saturation_mode::saturate_finite;
}
