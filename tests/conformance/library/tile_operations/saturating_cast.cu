// case: saturating_cast
// spec: CUDA 13.5: element_cast, element_bitcast
// rows: 13.5-12..13
// refuses: 13.5-12..13
// arg: f32[8] = [1.9, -1.9, 1e20, -1e20, 300, -300, nan, -inf]
// arg: f64[2] = [1e300, -0.5]
// arg: out i32[8]
// arg: out i8[8]
// arg: out u8[8]
// arg: out u64[4]
// expect: [1, -1, 2147483647, -2147483648, 300, -300, 0, -2147483648]
// expect: [1, -1, 127, -128, 127, -128, 0, -128]
// expect: [1, 0, 255, 0, 255, 0, 0, 0]
// expect: [18446744073709551615, 0, 1, 2]
// note: towards zero, then the nearest limit of the target; of NaN 0.
#include "cuda_fp16.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class E, class T, class Mode>
concept casts = requires(T x, Mode mode) { ct::element_cast<E>(x, mode); };
static_assert(casts<int, float, ct::saturate_finite_t> && casts<bool, __half, ct::saturate_none_t>);
static_assert(!casts<float, double, ct::saturate_finite_t> && !casts<int, int, ct::saturate_finite_t>);
static_assert(!casts<int, __nv_tf32, ct::saturate_finite_t>);
// A template argument cannot name the mode.
template <class T>
concept names_the_mode = requires(T x) { ct::element_cast<int, T, ct::saturation_mode::saturate_finite>(x, {}); };
static_assert(!names_the_mode<float>);
template <class E, class T>
concept bitcasts = requires(T x) { ct::element_bitcast<E>(x); };
static_assert(bitcasts<int, float> && bitcasts<__nv_tf32, __nv_tf32> && !bitcasts<__nv_tf32, float> && !bitcasts<int, __nv_tf32>);

extern "C" __tile_global__ void test(float const* p, double const* q, int* o, signed char* s, unsigned char* u, unsigned long long* w) {
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    auto x = ct::load(p + i);
    ct::saturate_finite_t finite;
    ct::store(o + i, ct::element_cast<int>(x, finite));
    ct::store(s + i, ct::element_cast<signed char>(x, finite));
    ct::store(u + i, ct::element_cast<unsigned char>(x, finite));
    auto j = ct::iota<ct::tile<int, ct::shape<2>>>();
    ct::store(w + j, ct::element_cast<unsigned long long>(ct::load(q + j), finite));
    ct::store(w + 2 + j, ct::element_cast<unsigned long long>(ct::element_cast<float>(j + 1), ct::saturate_none_t{}));
}
