// case: rounding_cast
// spec: CUDA 13.5: element_cast with a rounding mode
// rows: 13.5-4 13.5-11
// refuses: 13.5-4 13.5-11
// arg: f64[4] = [0.1, -0.1, 1e30, 65519.0]
// arg: f32[4] = [0x1.002p0, -0x1.002p0, 0x1.006p0, 0x1.001ffep0]
// arg: out f32[40]
// expect: [0x1.99999a0000000p-4, -0x1.9999980000000p-4, 0x1.93e5940000000p+99, 65519, 0x1.9999980000000p-4, -0x1.99999a0000000p-4, 0x1.93e5920000000p+99, 65519, 0x1.9980000000000p-4, -0x1.9980000000000p-4, 65504, 65504, 0x1.0040000000000p+0, -0x1.0040000000000p+0, 0x1.0080000000000p+0, 1, 1, -1, 0x1.0040000000000p+0, 1, 1, -1, 0x1.0080000000000p+0, 1, 0x1.9980000000000p-4, -0x1.9980000000000p-4, 0x1.93c0000000000p+99, 65504, 0x1.9980000000000p-4, -0x1.9980000000000p-4, 0x1.93c0000000000p+99, 65504, 1, -1, 1, 1, 0x1.0020000000000p+0, -0x1.0020000000000p+0, 0x1.0060000000000p+0, 0x1.001ffe0000000p+0]
// note: tf32 has ten fraction bits, so that 0x1.002p0 lies midway between 1 and 0x1.004p0, and 0x1.006p0 between 0x1.004p0 and 0x1.008p0.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using enum ct::rounding_mode;

template <class E, class T, ct::rounding_mode M>
concept casts = requires(T x) { ct::element_cast<E>(x, ct::rounding_mode_constant<M>{}); };
// To fp8 to nearest even alone.
static_assert(casts<__nv_fp8_e4m3, float, round_ties_to_even> && !casts<__nv_fp8_e5m2, __half, round_toward_zero>);
// In any way where nothing is lost; not by an approximation.
static_assert(casts<float, __half, round_ties_to_away> && casts<double, double, round_toward_negative>);
static_assert(!casts<double, float, round_full> && !casts<float, float, round_approximate>);
static_assert(casts<float, double, round_toward_positive> && !casts<float, double, round_ties_to_away>);
static_assert(casts<__nv_tf32, float, round_ties_to_away> && !casts<__nv_tf32, double, round_ties_to_away>);
static_assert(casts<__half, double, round_toward_zero> && !casts<__half, float, round_toward_positive>);
static_assert(!casts<__nv_bfloat16, float, round_ties_to_away>);
// Both are floating point.
static_assert(!casts<int, float, round_toward_zero> && !casts<float, int, round_toward_zero>);
// Formats are ordered by what they hold.
static_assert(ct::non_narrowing_scalar_convertible_to<__nv_fp8_e4m3, __half> && ct::non_narrowing_scalar_convertible_to<__nv_bfloat16, __nv_tf32>);
static_assert(!ct::non_narrowing_scalar_convertible_to<__half, __nv_bfloat16> && !ct::non_narrowing_scalar_convertible_to<__nv_fp8_e4m3, __nv_fp8_e5m2>);

extern "C" __tile_global__ void test(double const* p, float const* q, float* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto d = ct::load(p + i);
    auto f = ct::load(q + i);
    auto put = [&](int k, auto x) { ct::store(out + (4 * k + i), ct::element_cast<float>(x)); };
    put(0, ct::element_cast<float>(d, ct::round_toward_positive_t{}));
    put(1, ct::element_cast<float>(d, ct::round_toward_negative_t{}));
    put(2, ct::element_cast<__half>(d, ct::round_toward_zero_t{}));
    put(3, ct::element_cast<__nv_tf32>(f, ct::round_ties_to_away_t{}));
    put(4, ct::element_cast<__nv_tf32>(f, ct::round_toward_zero_t{}));
    put(5, ct::element_cast<__nv_tf32>(f, ct::round_ties_to_even_t{}));
    put(6, ct::element_cast<__nv_tf32>(ct::element_cast<float>(d), ct::round_toward_zero_t{}));
    put(7, ct::element_cast<__nv_tf32>(d, ct::round_toward_zero_t{}));
    put(8, ct::element_cast<__nv_bfloat16>(f, ct::round_toward_zero_t{}));
    put(9, ct::element_cast<float>(ct::element_cast<double>(f, ct::round_ties_to_away_t{})));
}
