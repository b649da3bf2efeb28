// case: scaled_mma
// spec: CUDA 13.5: scaled_mma
// rows: 13.5-18
// refuses: 13.5-18
// arg: e2m1[64] = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 6, -6, 6, -6, 6, -6, 6, -6, 6, -6, 6, -6, 6, -6, 6, -6, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]
// arg: e8m0[4] = [2, 0.25, 4, 1]
// arg: e4m3[4] = [1.5, 3, 0.5, -2]
// arg: ue5m3[4] = [1.5, 65536, 0.5, 7]
// arg: out f32[20]
// compare: exact
// expect: [289, 289, 641, 641, 55, -107, -31, 129, 23, 23, 33, 33, 61, 61, 5, 5, 1572877, 1572877, 225, 225]
// note: halves of a row of the left operand sum to 8 and 24, and to 0 and 32; a scale stands for 16 or 32 numbers along K.
#include <cuda_fp4.h>
#include <cuda_fp8.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using F4 = __nv_fp4_e2m1;
using E8 = __nv_fp8_e8m0;
using U5 = __nv_fp8_ue5m3;
using E4 = __nv_fp8_e4m3;
template <class E, auto... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class L, class LS, class R, class RS, class A>
concept multiplies = requires(L l, LS ls, R r, RS rs, A a) { ct::scaled_mma(l, ls, r, rs, a); };

template <class E, class S, auto Block>
inline constexpr bool has = multiplies<T<E, 16, 64>, T<S, 16, 64 / Block>, T<E, 64, 16>, T<S, 64 / Block, 16>, T<float, 16, 16>>;
static_assert(has<E4, E8, 32> && has<__nv_fp8_e5m2, E8, 32> && has<F4, E8, 16> && has<F4, E8, 32> && has<F4, E4, 16> && has<F4, U5, 16> && has<F4, U5, 32>);
static_assert(!has<E4, E8, 16> && !has<E4, E8, 64> && !has<E4, E4, 32> && !has<E4, U5, 32> && !has<F4, E4, 32> && !has<F4, E8, 64> && !has<F4, float, 16>);
static_assert(!has<float, E8, 32> && !has<E8, E8, 32> && !has<F4, __nv_fp8_e5m2, 16>);
// One type of operands, one of scales, float, and shapes that fit.
static_assert(!multiplies<T<E4, 16, 64>, T<E8, 16, 2>, T<__nv_fp8_e5m2, 64, 16>, T<E8, 2, 16>, T<float, 16, 16>>);
static_assert(!multiplies<T<F4, 16, 64>, T<E8, 16, 4>, T<F4, 64, 16>, T<E4, 4, 16>, T<float, 16, 16>>);
static_assert(!multiplies<T<E4, 16, 64>, T<E8, 16, 2>, T<E4, 64, 16>, T<E8, 2, 16>, T<double, 16, 16>>);
static_assert(!multiplies<T<E4, 16, 64>, T<E8, 8, 2>, T<E4, 64, 16>, T<E8, 2, 16>, T<float, 16, 16>>);
static_assert(!multiplies<T<E4, 16, 64>, T<E8, 16, 2>, T<E4, 64, 16>, T<E8, 2, 8>, T<float, 16, 16>>);
static_assert(!multiplies<T<E4, 16, 64>, T<E8, 16, 2>, T<E4, 32, 16>, T<E8, 2, 16>, T<float, 16, 16>>);
static_assert(!multiplies<T<E4, 16, 64>, T<E8, 2>, T<E4, 64, 16>, T<E8, 2, 16>, T<float, 16, 16>>);
static_assert(multiplies<T<E4, 2, 16, 64>, T<E8, 1, 16, 2>, T<E4, 1, 64, 16>, T<E8, 2, 2, 16>, T<float, 2, 16, 16>>);
static_assert(!multiplies<T<E4, 4, 16, 64>, T<E8, 2, 16, 2>, T<E4, 1, 64, 16>, T<E8, 1, 2, 16>, T<float, 4, 16, 16>>);

template <class E, auto R, auto C> __tile__ auto matrix(E const* p) {
    return ct::load(p + ct::reshape<ct::shape<R, C>>(ct::iota<T<int, R * C>>()));
}

extern "C" __tile_global__ void test(F4 const* p, E8 const* e, E4 const* s, U5 const* u, float* out) {
    auto at = [&](int first) { return out + first + ct::reshape<ct::shape<2, 2>>(ct::iota<T<int, 4>>()); };
    auto acc = ct::full<T<float, 2, 2>>(1.0f);
    // Rows 0.5.. 1.5.. and 6 -6.. 2..; the right operand is all ones.
    auto left = matrix<F4, 2, 32>(p);
    auto ones = ct::ones<T<F4, 32, 2>>();
    // e4m3 by e8m0, 32 numbers a scale: the left operand twice along K.
    auto twice = ct::element_cast<E4>(ct::cat<1>(left, left));
    auto r = ct::scaled_mma(twice, matrix<E8, 2, 2>(e), ct::ones<T<E4, 64, 2>>(), ct::full<T<E8, 2, 2>>(E8(3.0f)), acc);
    static_assert(__is_same(decltype(r), decltype(acc)));
    ct::store(at(0), r);
    // e2m1 by e4m3, 16 numbers a scale.
    ct::store(at(4), ct::scaled_mma(left, matrix<E4, 2, 2>(s), ones, matrix<E4, 2, 2>(s), acc));
    // e2m1 by e8m0: 16 and 32.
    ct::store(at(8), ct::scaled_mma(left, matrix<E8, 2, 2>(e), ones, ct::ones<T<E8, 2, 2>>(), acc));
    // A batch whose right scales are one for both.
    auto batch = ct::reshape<ct::shape<1, 2, 32>>(left);
    auto b = ct::scaled_mma(batch, ct::reshape<ct::shape<1, 2, 1>>(ct::load(e + ct::iota<T<int, 2>>())), ct::ones<T<F4, 1, 32, 2>>(),
                            ct::ones<T<E8, 1, 1, 2>>(), ct::full<T<float, 1, 2, 2>>(-3.0f));
    ct::store(at(12), ct::reshape<ct::shape<2, 2>>(b));
    // e2m1 by ue5m3.
    ct::store(at(16), ct::scaled_mma(left, matrix<U5, 2, 2>(u), ones, ct::ones<T<U5, 2, 2>>(), acc));
}
