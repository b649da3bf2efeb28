// case: example_common_types
// spec: 1.7.4 Arithmetic Conversions (examples)
// arg: i32[4] = [1, 2, 3, 16777217]
// arg: f32[8] = [0, 1, 2, 3, 4, 5, 6, 7]
// arg: out f32[32]
// arg: out bool[4]
// expect: [1, 2, 3, 4, 5, 6, 7, 8, 2, 3, 4, 5, 6, 7, 8, 9, 3, 4, 5, 6, 7, 8, 9, 10, 16777216, 16777216, 16777218, 16777220, 16777220, 16777220, 16777222, 16777224]
// expect: [true, false, false, true]
// note: 16777217 is not a float and becomes 16777216, to the even neighbour; the sums above 2^24 are rounded to even numbers, ties to multiples of four.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// The arithmetic common type of two scalars is what the arithmetic tile conversion of them gives.
template <class A, class B, class C>
constexpr bool common = __is_same(ct::arithmetic_tile_conversion_t<A, B>, C) && __is_same(ct::arithmetic_tile_conversion_t<B, A>, C);
static_assert(common<short, short, short> && common<char16_t, unsigned short, unsigned short>);
// Of tiles, where no narrowing stands in the way.
template <class A, class B, class C>
constexpr bool of_tiles = __is_same(ct::arithmetic_tile_conversion_t<ct::tile<A, ct::shape<2>>, ct::tile<B, ct::shape<2>>>, ct::tile<C, ct::shape<2>>);
static_assert(of_tiles<int, double, double> && of_tiles<__half, float, float>);
static_assert(common<int, double, double> && common<__half, float, float>);
static_assert(!ct::arithmetic_tile_convertible<__half, __nv_bfloat16> && !ct::arithmetic_tile_comparable<__half, __nv_bfloat16>);

// Example 3: arithmetic tile conversion and arithmetic comparison conversion.
using T = ct::tile<int, ct::shape<4, 1>>;
using U = ct::tile<float, ct::shape<1, 8>>;
static_assert(__is_same(ct::arithmetic_tile_conversion_t<T, U>, ct::tile<float, ct::shape<4, 8>>));
static_assert(__is_same(ct::arithmetic_tile_comparison_t<T, U>, ct::tile<float, ct::shape<4, 8>>));
using I = ct::tile<int, ct::shape<4, 8>>;
static_assert(!ct::arithmetic_tile_convertible<float, I>);
static_assert(__is_same(ct::arithmetic_tile_comparison_t<float, I>, ct::tile<float, ct::shape<4, 8>>));
using H = ct::tile<__half, ct::shape<4, 8>>;
static_assert(!ct::arithmetic_tile_convertible<__nv_bfloat16, H> && !ct::arithmetic_tile_comparable<__nv_bfloat16, H>);
static_assert(!ct::arithmetic_tile_convertible<unsigned, I> && !ct::arithmetic_tile_comparable<unsigned, I>);

extern "C" __tile_global__ void test(int const* x, float const* y, float* out, bool* equal) {
    T a = ct::load(x + ct::iota<T>());
    U b = ct::load(y + ct::iota<ct::tile<int, ct::shape<1, 8>>>());
    ct::store(out + ct::iota<I>(), a + b);
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    float numbers[4] = {1, 2.5f, 3.5f, 16777216};
    ct::store(equal + i, ct::load(x + i) == ct::load(&numbers[0] + i));
}
