// case: classification
// spec: 2.1.2 Type Classification
// arg: out i32[1]
// expect: [1]
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Ints = ct::tile<int, ct::shape<4>>;
using Halves = ct::tile<__half, ct::shape<2, 2>>;

static_assert(ct::tile_like<Ints> && ct::tile_like<int> && ct::tile_like<Ints const>);
static_assert(!ct::tile_like<int&> && !ct::tile_like<long double> && !ct::tile_like<void>);
static_assert(ct::integral_tile<Ints> && !ct::integral_tile<Halves>);
static_assert(ct::floating_point_tile<Halves> && ct::basic_floating_point_tile<Halves>);
static_assert(ct::arithmetic_tile<Ints> && ct::arithmetic_scalar<bool>);
static_assert(ct::pointer_scalar<int*> && ct::pointer_scalar<void const*> && !ct::pointer_scalar<int**>);
static_assert(ct::pointer_tile<ct::tile<float*, ct::shape<4>>>);
enum class Enum { value };
static_assert(!ct::scalar<Enum> && ct::scalar<char32_t>);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
