// case: fp4
// spec: CUDA 13.5: __nv_fp4_e2m1
// rows: 13.5-3 13.5-4 13.5-14 13.5-13
// refuses: 13.5-13 13.5-14
// arg: f32[16] = [0.25, 0.75, 1.25, 1.75, 2.5, 3.5, 5, 7, -0.6, -1e9, 0.26, 0.74, -5.1, 6, 0, -0.25]
// arg: e2m1[8] = [0, 0.5, 1, 1.5, -2, -3, 4, 6]
// arg: u8[4] = [0x21, 0x43, 0xf5, 0x8e]
// arg: out f32[42]
// arg: out u8[14]
// compare: exact
// expect: [0, 1, 1, 2, 2, 4, 4, 6, -0.5, -6, 0.5, 0.5, -6, 6, 0, -0.0, 0, 0.5, 1, 1.5, -2, -3, 4, 6, 0.5, 1, 1.5, 2, 3, -6, -4, -0.0, 1, 3, 2, 6, 1, 0, 1, 0, 1, 1.5]
// expect: [0x10, 0x32, 0xdc, 0x76, 0, 1, 2, 3, 12, 13, 6, 7, 2, 0x20]
// note: numbers are rounded to nearest, halfway to the even one; a number has the low half of a byte, and repack puts two into one.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using F4 = __nv_fp4_e2m1;
static_assert(sizeof(F4) == 1 && ct::restricted_floating_point_scalar<F4> && !ct::arithmetic_scalar<F4>);
template <class A, class B>
inline constexpr bool fits = ct::non_narrowing_scalar_convertible_to<A, B>;
static_assert(fits<F4, __nv_fp8_e4m3> && fits<F4, __nv_fp8_e5m2> && fits<F4, __half> && fits<F4, double> && !fits<__nv_fp8_e4m3, F4>);

template <class E, class T>
concept bits_of = requires(T x) { ct::element_bitcast<E>(x); };
static_assert(bits_of<F4, F4> && !bits_of<unsigned char, F4> && !bits_of<F4, signed char>);
template <class E, class T>
concept repacks = requires(T x) { ct::repack<E, 0>(x); };
static_assert(repacks<unsigned char, ct::tile<F4, ct::shape<2>>> && !repacks<unsigned char, ct::tile<F4, ct::shape<1>>>);
static_assert(repacks<F4, ct::tile<F4, ct::shape<1>>> && !repacks<unsigned, ct::tile<F4, ct::shape<4>>>);
// No product without scales.
template <class T>
concept multiplies = requires(T x) { ct::matmul(x, x); };
static_assert(!multiplies<ct::tile<F4, ct::shape<16, 16>>> && multiplies<ct::tile<__nv_fp8_e4m3, ct::shape<16, 16>>>);

extern "C" __tile_global__ void test(float const* p, F4 const* q, unsigned char const* packed, float* out, unsigned char* bytes) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    auto eight = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto four = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + i, ct::element_cast<float>(ct::element_cast<F4>(ct::load(p + i))));
    auto x = ct::load(q + eight);
    ct::store(out + 16 + eight, ct::element_cast<float>(x));
    auto unpacked = ct::repack<F4, 0>(ct::load(packed + four));
    static_assert(__is_same(decltype(unpacked), ct::tile<F4, ct::shape<8>>));
    ct::store(out + 24 + eight, ct::element_cast<float>(unpacked));
    ct::store(bytes + four, ct::repack<unsigned char, 0>(x));
    // One byte an element.
    ct::store(reinterpret_cast<F4*>(bytes + 4) + eight, x);
    // One alone, at run time and in constant expressions.
    constexpr F4 one_and_a_half{1.6};
    out[32] = static_cast<float>(F4(p[1]));
    out[33] = static_cast<float>(F4(3));
    out[34] = static_cast<float>(ct::element_cast<F4>(ct::full<ct::tile<double, ct::shape<1>>>(2.4)));
    out[35] = static_cast<float>(ct::element_cast<F4>(static_cast<int>(p[7])));
    out[36] = static_cast<float>(ct::ones<F4>());
    out[37] = static_cast<float>(ct::zeros<F4>());
    out[38] = static_cast<float>(static_cast<bool>(F4(p[0] + 1)));
    out[39] = static_cast<float>(ct::isnan(F4(p[0])) || ct::isinf(F4(p[0])));
    out[40] = static_cast<float>(ct::element_cast<__nv_fp8_e4m3>(F4(p[1])));
    out[41] = static_cast<float>(one_and_a_half);
    bytes[12] = ct::element_bitcast<unsigned char>(ct::element_cast<signed char>(F4(p[3])));
    // Along the rows of a column.
    auto wide = ct::reshape<ct::shape<2, 2>>(ct::load(q + four));
    auto column = ct::repack<unsigned char, 0>(wide);
    static_assert(__is_same(decltype(column), ct::tile<unsigned char, ct::shape<1, 2>>));
    bytes[13] = static_cast<unsigned char>(ct::extract(column, ct::shape<1, 1>{}, 0, 0));
}
