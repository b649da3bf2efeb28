// case: offsets
// spec: CUDA 13.4: offsets
// rows: 13.4-2 13.4-4 13.4-7..8 13.4-20..30
// refuses: 13.4-4 13.4-28..29
// arg: i32 = -6
// arg: out i32[14]
// expect: [0, -3, 0, -6, -3, -5, 2, 1, 2, -6, 1, 1, 0, 0]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using S = ct::offsets<short, -3, ct::dynamic_offset>;
static_assert(__is_same(S::offset_type, short) && __is_same(S::rank_type, size_t));
static_assert(S::static_offset(0) == -3 && S::static_offset(1) == ct::dynamic_offset && S::static_offset(2) == 0);
static_assert(ct::dynamic_offset + 1 == -__PTRDIFF_MAX__ && sizeof(S) == sizeof(short) && __is_empty(ct::offsets<int, 4>));
static_assert(__is_constructible(S, int) && __is_constructible(S, int, int));
static_assert(!__is_constructible(S, int, int, int) && !__is_constructible(S, int *) && !__is_convertible(int, S));
static_assert(!__is_constructible(ct::offsets<int, 4>, int *));
static_assert(ct::offsets_like<S const> && !ct::offsets_like<S &> && !ct::offsets_like<ct::offsets<bool, 1>>);
static_assert(!ct::offsets_like<ct::strides<int, 4>> && !ct::offsets_like<ct::extents<int, 4>>);
constexpr ct::offsets<int, -1> fixed{};
static_assert(fixed.offset(0) == -1);

extern "C" __tile_global__ void test(int n, int* o) {
    o[0] = S{}.offset(1);
    S one(n);
    o[1] = one.offset(0), o[2] = one.offset(2), o[3] = one.offset(1);
    S all(9, n + 1);
    o[4] = all.offset(0), o[5] = all.offset(1);
    o[6] = S::rank(), o[7] = S::rank_dynamic();
    ct::offsets deduced{2_ic, n};
    static_assert(__is_same(decltype(deduced), ct::offsets<int, 2, ct::dynamic_offset>));
    o[8] = deduced.static_offset(0), o[9] = deduced.offset(1);
    o[10] = ct::offsets_equal(one, ct::offsets<long long, -3, -6>{});
    o[11] = deduced == deduced;
    o[12] = ct::offsets_equal(one, all);
    o[13] = one == ct::offsets<int, -3>{};
}
