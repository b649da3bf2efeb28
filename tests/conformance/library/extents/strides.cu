// case: strides
// spec: CUDA 13.4: strides
// rows: 13.4-1 13.4-3 13.4-5..6 13.4-9..19
// refuses: 13.4-3 13.4-17..18
// arg: i32 = 7
// arg: out i32[16]
// expect: [0, 4, 1, 0, 7, 4, 8, 1, 0, 3, 1, 5, 1, 1, 0, 0]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

using S = ct::strides<unsigned, 4, ct::dynamic_stride, 1>;
static_assert(__is_same(S::stride_type, unsigned) && __is_same(S::rank_type, size_t));
static_assert(S::static_stride(0) == 4 && S::static_stride(1) == ct::dynamic_stride && S::static_stride(3) == 0);
static_assert(static_cast<size_t>(ct::dynamic_stride) == static_cast<size_t>(-1));
// Only the dynamic value is stored; the rank may be 0.
static_assert(sizeof(S) == sizeof(unsigned) && __is_empty(ct::strides<int, 4>) && ct::strides<int>::rank() == 0);
// As many values as are dynamic, or as there are; explicit.
static_assert(__is_constructible(S, int) && __is_constructible(S, int, int, int));
static_assert(!__is_constructible(S, int, int) && !__is_constructible(S, int *) && !__is_convertible(int, S));
static_assert(!__is_constructible(ct::strides<int, 4>, int *));
static_assert(ct::strides_like<S const> && !ct::strides_like<S &> && !ct::strides_like<ct::strides<bool, 1>>);
static_assert(!ct::strides_like<ct::extents<int, 4>> && !ct::strides_like<ct::offsets<int, 4>> && !ct::strides_like<int>);

// A class of the user with the members.
struct Steps {
    using rank_type = int;
    using stride_type = long long;
    __tile__ static constexpr int rank() { return 2; }
    __tile__ static constexpr int rank_dynamic() { return 0; }
    __tile__ static constexpr size_t static_stride(int) { return 3; }
    __tile__ constexpr long long stride(int) const { return 3; }
};
static_assert(ct::strides_like<Steps>);

extern "C" __tile_global__ void test(int n, int* o) {
    o[0] = S{}.stride(1);
    S one(n);
    o[1] = one.stride(0), o[2] = one.stride(2), o[3] = one.stride(3), o[4] = one.stride(1);
    S all(9, n + 1, 9);
    o[5] = all.stride(0), o[6] = all.stride(1), o[7] = all.stride(2);
    ct::strides deduced{8_ic, n, 'a'};
    static_assert(__is_same(decltype(deduced), ct::strides<unsigned, 8, ct::dynamic_stride, ct::dynamic_stride>));
    o[8] = deduced.static_stride(1) == 7;
    o[9] = S::rank(), o[10] = S::rank_dynamic();
    o[11] = deduced.stride(0) + deduced.rank() - one.rank_dynamic() - 5;
    o[12] = ct::strides_equal(one, ct::strides<long long, 4, 7, 1>{});
    o[13] = ct::strides<int, 3, 3>{} == Steps{};
    o[14] = ct::strides_equal(one, all);
    o[15] = one == ct::strides<unsigned, 4, 7>{};
}
