// case: arithmetic_types
// spec: 1.7.4 Arithmetic Conversions
// arg: out i32[1]
// expect: [1]
// note: a tile keeps its element type against a scalar; two tiles take the common type.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using S = ct::shape<4>;
using F = ct::tile<float, S>;
using I = ct::tile<int, S>;
using L = ct::tile<long long, S>;
using H = ct::tile<__half, S>;

static_assert(__is_same(ct::arithmetic_tile_conversion_t<F, int>, F));
static_assert(__is_same(ct::arithmetic_tile_conversion_t<I, L>, L));
static_assert(__is_same(ct::arithmetic_tile_conversion_t<H, F>, F));
static_assert(__is_same(ct::arithmetic_tile_conversion_t<short, short>, short));
static_assert(!ct::arithmetic_tile_convertible<I, ct::tile<unsigned, S>>);
static_assert(!ct::arithmetic_tile_convertible<I, float>);
static_assert(!ct::arithmetic_tile_convertible<H, ct::tile<__nv_bfloat16, S>>);
static_assert(__is_same(ct::arithmetic_tile_promotion_t<ct::tile<short, S>>, I));

extern "C" __tile_global__ void test(int* out) { *out = 1; }
