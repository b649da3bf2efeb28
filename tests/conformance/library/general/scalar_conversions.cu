// case: scalar_conversions
// spec: 1.7.2 Scalar Conversions, 2.1.5 Conversions
// rows: 2.1.5.1-1 2.1.5.2-1 2.1.5.3-1 2.1.5.4-1
// refuses: 2.1.5.1-1 2.1.5.2-1 2.1.5.3-1 2.1.5.4-1
// accept: all of it is known at compile time
#include "cuda_tile.h"
namespace ct = cuda::tiles;
template <class E, std::size_t... N>
using T = ct::tile<E, ct::shape<N...>>;
template <class A, class B>
constexpr int sc = ct::scalar_convertible_to<A, B> ? 1 + ct::non_narrowing_scalar_convertible_to<A, B> : 0;  // 0 none, 1 narrowing, 2 not
static_assert(sc<int, int> == 2 && sc<int, long long> == 2 && sc<long long, int> == 1 && sc<unsigned, int> == 1 && sc<int, unsigned> == 1);
static_assert(sc<short, unsigned> == 1 && sc<unsigned short, int> == 2 && sc<unsigned short, unsigned> == 2 && sc<signed char, short> == 2);
static_assert(sc<bool, int> == 2 && sc<int, bool> == 1 && sc<bool, float> == 1 && sc<bool, unsigned char> == 2);
static_assert(sc<int, float> == 1 && sc<int, double> == 1 && sc<float, int> == 1 && sc<double, float> == 1 && sc<float, double> == 2);
static_assert(sc<__half, float> == 2 && sc<__nv_bfloat16, float> == 2 && sc<float, __half> == 1 && sc<__half, __nv_bfloat16> == 1 && sc<__nv_bfloat16, __half> == 1);
static_assert(sc<__nv_fp8_e4m3, float> == 2 && sc<__nv_fp8_e5m2, __half> == 2 && sc<float, __nv_fp8_e4m3> == 1 && sc<__nv_fp8_e4m3, __nv_fp8_e5m2> == 1);
static_assert(sc<__nv_tf32, float> == 2 && sc<float, __nv_tf32> == 1 && sc<__half, __nv_tf32> == 2 && sc<__nv_bfloat16, __nv_tf32> == 2);
static_assert(sc<int*, int const*> == 2 && sc<int const*, int*> == 0 && sc<int*, void*> == 2 && sc<void*, int*> == 0 && sc<int*, float*> == 0);
static_assert(sc<int*, bool> == 1 && sc<int*, long long> == 0 && sc<long long, int*> == 0 && sc<int*, float> == 0);
static_assert(sc<int, T<int>> == 0 && sc<T<int>, int> == 0);
static_assert(ct::tile_convertible_to<T<int, 4>, T<float, 4>> && !ct::non_narrowing_tile_convertible_to<T<int, 4>, T<float, 4>>);
static_assert(ct::tile_convertible_to<int, T<float>> && ct::tile_convertible_to<T<int>, float> && !ct::tile_convertible_to<T<int, 1>, int>);
static_assert(!ct::tile_convertible_to<T<int, 4>, T<int, 8>> && !ct::tile_convertible_to<int, T<int, 4>> && !ct::tile_convertible_to<T<int, 4>, T<int, 1, 4>>);
static_assert(ct::non_narrowing_tile_convertible_to<T<__half, 2, 2>, T<double, 2, 2>> && !ct::tile_convertible_to<T<int*, 2>, T<int, 2>>);
extern "C" __tile_global__ void test() {}
