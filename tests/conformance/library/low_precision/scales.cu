// case: scales
// spec: CUDA 13.5: __nv_fp8_e8m0, __nv_fp8_ue5m3
// rows: 13.5-1 13.5-2 13.5-4 13.5-11 13.5-19
// refuses: 13.5-4 13.5-11 13.5-19
// arg: f32[8] = [1, 3, 0.75, 5, 0, 200000, 1.0625, 1.1875]
// arg: e8m0[4] = [1, 0.5, 8, 1024]
// arg: ue5m3[4] = [1, 0.4375, 114688, 0.00000762939453125]
// arg: out f32[44]
// compare: exact
// expect: [1, 4, 1, 8, 5.87747175411143753984e-39, 262144, 2, 2, 1, 2, 0.5, 4, 5.87747175411143753984e-39, 131072, 1, 1, 1, 3, 0.75, 5, 0, 114688, 1, 1.25, 1, 0.5, 8, 1024, 1, 0.4375, 114688, 0.00000762939453125, 1, 1, 4, 3.5, 127, 112, 0, 1, 0.25, 8, 64, 2]
// note: e8m0 is rounded up unless a mode says toward zero; 1.0625 and 1.1875 are halfway between numbers of ue5m3, whose largest is 114688.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using E8 = __nv_fp8_e8m0;
using U5 = __nv_fp8_ue5m3;
static_assert(sizeof(E8) == 1 && sizeof(U5) == 1);
static_assert(ct::restricted_floating_point_scalar<E8> && ct::restricted_floating_point_scalar<U5>);
static_assert(!ct::arithmetic_scalar<E8> && !ct::basic_floating_point_scalar<U5> && ct::pointer_scalar<U5 const*>);
template <class A, class B>
inline constexpr bool fits = ct::non_narrowing_scalar_convertible_to<A, B>;
static_assert(fits<E8, E8> && fits<E8, __nv_bfloat16> && fits<U5, __nv_bfloat16> && fits<E8, __nv_tf32> && fits<U5, float> && fits<E8, double>);
static_assert(!fits<E8, __half> && !fits<U5, __half> && !fits<E8, U5> && !fits<U5, E8> && !fits<__nv_fp8_e4m3, U5> && !fits<__nv_fp4_e2m1, E8>);
static_assert(!fits<__nv_fp4_e2m1, U5> && !fits<float, E8> && !fits<E8, __nv_fp8_e5m2>);

template <class To, class From, class Mode>
concept casts = requires(ct::tile<From, ct::shape<4>> x) { ct::element_cast<To>(x, Mode{}); };
static_assert(casts<E8, float, ct::round_toward_zero_t> && casts<E8, double, ct::round_toward_positive_t>);
static_assert(!casts<E8, float, ct::round_ties_to_even_t> && !casts<E8, float, ct::round_toward_negative_t>);
static_assert(casts<U5, float, ct::round_ties_to_even_t> && !casts<U5, float, ct::round_toward_zero_t>);
static_assert(casts<float, E8, ct::round_toward_negative_t> && casts<__half, E8, ct::round_toward_zero_t>);
static_assert(!casts<__half, U5, ct::round_toward_positive_t>);

template <class E>
concept has_zeros = requires { ct::zeros<ct::tile<E, ct::shape<4>>>(); };
static_assert(!has_zeros<E8> && has_zeros<U5> && has_zeros<__nv_fp4_e2m1>);

extern "C" __tile_global__ void test(float const* p, E8 const* e, U5 const* u, float* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto four = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(p + i);
    ct::store(out + i, ct::element_cast<float>(ct::element_cast<E8>(x)));
    ct::store(out + 8 + i, ct::element_cast<float>(ct::element_cast<E8>(x, ct::round_toward_zero_t{})));
    ct::store(out + 16 + i, ct::element_cast<float>(ct::element_cast<U5>(x)));
    ct::store(out + 24 + four, ct::element_cast<float>(ct::load(e + four)));
    ct::store(out + 28 + four, ct::element_cast<float>(ct::load(u + four)));
    // Scalars, in constant expressions and at run time.
    constexpr E8 three{3};
    out[32] = static_cast<float>(E8{1.0f});
    out[33] = static_cast<float>(U5{p[6]});
    out[34] = static_cast<float>(three);
    out[35] = static_cast<float>(U5(__half(3.5f)));
    // The bits.
    out[36] = ct::element_bitcast<unsigned char>(E8(p[0]));
    out[37] = ct::element_bitcast<unsigned char>(ct::element_cast<U5>(0.5f));
    out[38] = static_cast<float>(ct::zeros<U5>());
    out[39] = ct::isnan(ct::element_cast<U5>(-1.0f)) && static_cast<float>(ct::element_cast<E8>(-p[0])) == 1 && !ct::isnan(ct::ones<E8>());
    // By way of other formats, and shape operations.
    auto pair = ct::cat<0>(ct::full<ct::tile<E8, ct::shape<1>>>(E8(0.25f)), ct::ones<ct::tile<E8, ct::shape<1>>>());
    out[40] = static_cast<float>(ct::extract(ct::element_cast<__nv_bfloat16>(pair), ct::shape<1>{}, 0));
    out[41] = static_cast<float>(ct::element_cast<E8>(7));
    out[42] = static_cast<float>(static_cast<double>(ct::element_cast<E8>(64ull)));
    out[43] = static_cast<float>(ct::element_cast<__half>(ct::element_cast<U5>(static_cast<__nv_fp8_e5m2>(2.0f))));
}
