// case: example_result_types
// spec: 2.3.8 tile_permutation_t, 2.3.10 tile_transpose_t, 2.3.13 concatenation_t, 2.3.16 extractable_from (examples)
// rows: 2.3.8-1 2.3.10-1 2.3.13-1 2.3.16-1
// arg: i32 = 6
// arg: out i32[7]
// expect: [6, 6, 9, 13, 6, 3104, 3120]
// note: the last are the sums of columns 6 and 7 over rows 16 to 31: 8 * (16 + ... + 31) + 16 * 6, and 16 more.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Four = ct::tile<int, ct::shape<4, 2, 16, 8>>;
using Zero = ct::tile<int, ct::shape<>>;
static_assert(__is_same(ct::tile_permutation_t<int, ct::dimension_map<>>, int));
static_assert(__is_same(ct::tile_permutation_t<Zero, ct::dimension_map<>>, Zero));
static_assert(__is_same(ct::tile_permutation_t<Four, ct::dimension_map<2, 1, 3, 0>>, ct::tile<int, ct::shape<16, 2, 8, 4>>));
static_assert(__is_same(ct::tile_transpose_t<int>, int) && __is_same(ct::tile_transpose_t<Zero>, Zero));
static_assert(__is_same(ct::tile_transpose_t<Four>, ct::tile<int, ct::shape<2, 4, 16, 8>>));
using Pair = ct::tile<int, ct::shape<2, 4>>;
static_assert(!ct::concatenation_compatible<int, int, 0>);
static_assert(__is_same(ct::concatenation_t<Pair, Pair, 0>, ct::tile<int, ct::shape<4, 4>>));
static_assert(__is_same(ct::concatenation_t<Pair, Pair, 1>, ct::tile<int, ct::shape<2, 8>>));
using Large = ct::tile<int, ct::shape<32, 8>>;
static_assert(ct::extractable_from<ct::shape<>, int> && ct::extractable_from<ct::shape<16, 2>, Large>);
static_assert(!ct::extractable_from<ct::shape<2, 16>, Large>);

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int n, int* out) {
    auto x = ct::iota<ct::tile<int, ct::shape<2, 4>>>();
    out[0] = ct::permute(n, ct::dimension_map<>{});
    out[1] = static_cast<int>(ct::transpose(ct::tile{n}));
    auto below = ct::cat<0>(x, x + 8);
    auto beside = ct::cat<1>(x, x + 8);
    out[2] = static_cast<int>(ct::extract(below, ct::shape<1, 1>{}, 2, 1));
    out[3] = static_cast<int>(ct::extract(beside, ct::shape<1, 1>{}, 1, 5));
    out[4] = static_cast<int>(ct::extract(n, ct::shape<>{}));
    auto large = ct::iota<ct::tile<int, ct::shape<32, 8>>>();
    put(out + 5, ct::reshape(ct::sum<0>(ct::extract(large, ct::shape<16, 2>{}, 1, 3)), ct::shape<2>{}));
}
