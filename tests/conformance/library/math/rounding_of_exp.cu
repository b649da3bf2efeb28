// case: rounding_of_exp
// spec: CUDA 13.4: exp, tanh, isnan, isinf
// rows: 13.4-89..90 13.4-94..95
// refuses: 13.4-89..90 13.4-94..95
// arg: f32[4] = [0, 0, -inf, inf]
// arg: e5m2[4] = [0, 1, -inf, inf]
// arg: out f32[20]
// arg: out bool[12]
// expect: [1, 1, 0, inf, 1, 1, 0, inf, 1, 1, 0, inf, 0, 0, -1, 1, 0, 0, -1, 1]
// expect: [false, false, true, true, false, false, false, false, false, false, true, true]
// note: the difference of infinities is NaN.
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, ct::rounding_mode M>
concept has_exp = requires(T x) { ct::exp<M>(x); };
template <class T, ct::rounding_mode M>
concept has_tanh = requires(T x) { ct::tanh(x, ct::rounding_mode_constant<M>{}); };
using enum ct::rounding_mode;
static_assert(has_exp<float, round_approximate> && has_exp<__half, round_full> && !has_exp<__half, round_approximate>);
static_assert(!has_exp<float, round_toward_zero> && !has_exp<int, round_full>);
static_assert(has_tanh<float, round_approximate> && !has_tanh<double, round_approximate> && !has_tanh<float, round_ties_to_even>);
// The template argument is the mode, not the type of the tile.
template <class T>
concept names_its_type = requires(T x) { ct::exp<T>(x); } || requires(T x) { ct::tanh<T>(x); };
static_assert(!names_its_type<float>);
template <class T>
concept has_tests = requires(T x) { ct::isnan(x); } || requires(T x) { ct::isinf(x); };
static_assert(has_tests<__nv_tf32> && has_tests<double> && !has_tests<int>);

extern "C" __tile_global__ void test(float const* p, __nv_fp8_e5m2 const* q, float* out, bool* is) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(p + i);
    ct::store(out + i, ct::exp(x));
    ct::store(out + 4 + i, ct::exp(x, ct::round_approximate_t{}));
    ct::store(out + 8 + i, ct::exp<round_full>(x));
    ct::store(out + 12 + i, ct::tanh(x));
    ct::store(out + 16 + i, ct::tanh<round_approximate>(x));
    static_assert(__is_same(decltype(ct::exp(x, ct::round_full_t{})), decltype(x)));
    ct::store(is + i, ct::isinf(ct::load(q + i)));
    ct::store(is + 4 + i, ct::isnan(ct::element_cast<__nv_tf32>(x)));
    ct::store(is + 8 + i, ct::isnan(ct::element_cast<__nv_fp8_e4m3>(x - x)));
}
