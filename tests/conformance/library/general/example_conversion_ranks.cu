// case: example_conversion_ranks
// spec: 1.7.1 Extended Floating Point Types, 1.7.2 Element Type Conversions (examples)
// arg: f64[4] = [1.00048828125, 1.0009765625, 1.00146484375, -70000]
// arg: bf16[4] = [1.0078125, 5.9604644775390625e-08, 1e38, -2]
// arg: out f16[4]
// arg: out f16[4]
// arg: out i32[1]
// expect: [1, 1.0009765625, 1.001953125, -inf]
// expect: [1.0078125, 5.9604644775390625e-08, inf, -2]
// expect: [7]
// note: 1 + 2^-11 and 1 + 3 * 2^-11 lie in the middle of two halves and go to the even one; 1e38 is beyond the largest half; 2^-24 is the smallest one.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class From, class To>
constexpr bool widens = ct::scalar_convertible_to<From, To> && ct::non_narrowing_scalar_convertible_to<From, To>;
template <class From, class To>
constexpr bool narrows = ct::scalar_convertible_to<From, To> && !ct::non_narrowing_scalar_convertible_to<From, To>;

// The table: lesser and greater ranks.
template <class Lesser, class Greater>
constexpr bool row = widens<Lesser, Greater> && narrows<Greater, Lesser>;
static_assert(row<__nv_fp8_e4m3, __half> && row<__nv_fp8_e4m3, __nv_bfloat16> && row<__nv_fp8_e5m2, __half>);
static_assert(row<__nv_fp8_e5m2, __nv_bfloat16> && row<__half, __nv_tf32> && row<__nv_bfloat16, __nv_tf32>);
static_assert(row<__nv_tf32, float> && row<float, double>);
// Unordered.
static_assert(narrows<__nv_fp8_e4m3, __nv_fp8_e5m2> && narrows<__nv_fp8_e5m2, __nv_fp8_e4m3>);
static_assert(narrows<__half, __nv_bfloat16> && narrows<__nv_bfloat16, __half>);
// A scalar conversion from double to __half.
static_assert(narrows<double, __half>);
// Tile conversions.
static_assert(ct::tile_convertible_to<int, ct::tile<int, ct::shape<>>>);
static_assert(!ct::tile_convertible_to<int, ct::tile<int, ct::shape<1>>>);

extern "C" __tile_global__ void test(double const* doubles, __nv_bfloat16 const* bfloats, __half* out, __half* second, int* third) {
    using I = ct::tile<int, ct::shape<4>>;
    auto i = ct::iota<I>();
    ct::store(out + i, ct::element_cast<__half>(ct::load(doubles + i)));
    ct::store(second + i, ct::element_cast<__half>(ct::load(bfloats + i)));
    ct::tile<int, ct::shape<>> single = 7;
    third[0] = static_cast<int>(single);
}
