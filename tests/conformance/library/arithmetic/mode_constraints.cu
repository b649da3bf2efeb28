// case: mode_constraints
// spec: 2.2 Arithmetic, 1.7.5 Modes
// rows: 2.2.1-3 2.2.3-3 2.2.5-3 2.2.6-3 2.2.20-2 2.2.21-2 2.2.23-1
// refuses: 2.2.1-3 2.2.3-3 2.2.5-3 2.2.6-3 2.2.20-2 2.2.21-2 2.2.23-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
#include <cuda_fp16.h>
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A, class B, class... Modes>
constexpr int takes = requires(A a, B b) { ct::add(a, b, Modes{}...); } << 3 | requires(A a, B b) { ct::sub(a, b, Modes{}...); } << 2 |
                      requires(A a, B b) { ct::mul(a, b, Modes{}...); } << 1 | requires(A a, B b) { ct::div(a, b, Modes{}...); };
template <class A, class B, class... Modes>
constexpr int bounds = requires(A a, B b) { ct::max(a, b, Modes{}...); } << 1 | requires(A a, B b) { ct::min(a, b, Modes{}...); };
template <class A, class B, class C, class... Modes>
constexpr bool fuses = requires(A a, B b, C c) { ct::fma(a, b, c, Modes{}...); };
using F = T<float, 4>;
using H = T<__half, 4>;
using I = T<int, 4>;
using Zero = ct::round_toward_zero_t;
using Even = ct::round_ties_to_even_t;
using Flush = ct::round_subnormals_to_zero_t;
using Keep = ct::preserve_subnormals_t;
using Approximate = ct::round_approximate_t;
using Full = ct::round_full_t;
// The four precise modes are for every basic floating point type, flushing is for float alone.
static_assert(takes<F, F, Zero> == 0b1111 && takes<H, H, Even, Keep> == 0b1111 && takes<float, float, ct::round_toward_negative_t> == 0b1111);
static_assert(takes<double, double, ct::round_toward_positive_t> == 0b1111 && takes<F, int, Even, Flush> == 0b1111);
static_assert(takes<H, H, Even, Flush> == 0 && takes<I, I, Even> == 0 && takes<T<double, 4>, double, Zero, Flush> == 0);
// The others are for division of floats alone.
static_assert(takes<F, F, Approximate> == 0b0001 && takes<F, F, Full, Flush> == 0b0001 && takes<H, H, Full> == 0 && takes<double, double, Approximate> == 0);
static_assert(takes<F, T<float, 2>, Zero> == 0 && takes<F, F, Keep> == 0 && takes<F, F, ct::propagate_nan_t> == 0);
static_assert(bounds<F, F, ct::propagate_nan_t> == 0b11 && bounds<H, int, ct::suppress_nan_t, Keep> == 0b11 && bounds<float, F, ct::suppress_nan_t, Flush> == 0b11);
static_assert(bounds<I, I, ct::propagate_nan_t> == 0 && bounds<H, H, ct::propagate_nan_t, Flush> == 0 && bounds<F, F, Even> == 0);
static_assert(fuses<F, F, F> && fuses<float, T<float, 1>, F> && fuses<H, H, F> && fuses<F, F, F, Zero, Flush> && fuses<double, double, double>);
// The shape and the type are the accumulator's.
static_assert(!fuses<F, F, float> && !fuses<F, F, H> && !fuses<F, T<float, 2>, F> && !fuses<I, F, F> && !fuses<I, I, I>);
static_assert(!fuses<F, F, F, Approximate> && !fuses<H, H, H, Even, Flush> && !fuses<F, F, F, Full>);
extern "C" __tile_global__ void test() {}
