// case: example_properties
// spec: 1.5.2 Properties of Extents (examples)
// arg: i32 = 4
// arg: out i32[11]
// expect: [3, 4, 7, 3, 4, 7, 3, 4, 7, 1, 0]
// note: three objects of shape 3x4x7; two extent equivalent objects of different types; and they no longer are.
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

constexpr auto dyn = ct::dynamic_extent;
// extents rank
static_assert(ct::extents<uint32_t, 3, 4, 5>::rank() == 3 && ct::extents<uint32_t>::rank() == 0);
static_assert(ct::shape_size_v<ct::extents<uint32_t>> == 1);
// static and dynamic dimensions
using Mixed = ct::extents<uint32_t, 4, ct::dynamic_extent, 7>;
static_assert(Mixed::static_extent(0) == 4 && Mixed::static_extent(1) == dyn && Mixed::static_extent(2) == 7);
static_assert(Mixed::rank_dynamic() == 1);
// singleton dimension
static_assert(ct::extents<uint64_t, 4, 1>{}.extent(1) == 1 && ct::extents<uint64_t, 4, 1>{}.extent(0) != 1);
// extents size
static_assert(ct::shape_size_v<ct::extents<uint32_t, 4, 8>> == 32 && ct::shape_size_v<ct::extents<uint32_t, 5>> == 5);
// shape like
static_assert(__is_same(ct::shape<4, 5>, ct::extents<uint32_t, 4, 5>));
static_assert(ct::shape_like<ct::shape<4, 5>> && !ct::shape_like<Mixed>);
// shape equivalent
static_assert(ct::same_shape<ct::extents<uint32_t, 4, 8>, ct::extents<uint64_t, 4, 8>>);
static_assert(!ct::same_shape<ct::extents<uint32_t, 4, 8>, ct::extents<uint32_t, 8, 4>>);

extern "C" __tile_global__ void test(int n, int* out) {
    ct::extents<uint32_t, 3, 4, 7> a{};
    ct::extents<uint32_t, 3, ct::dynamic_extent, 7> b{n};
    ct::extents<uint32_t, ct::dynamic_extent, 4, ct::dynamic_extent> c{n - 1, n + 3};
    for (int i = 0; i < 3; ++i) {
        out[i] = a.extent(i);
        out[3 + i] = b.extent(i);
        out[6 + i] = c.extent(i);
    }
    ct::extents<int16_t, 4, 8> d{};
    ct::extents<uint32_t, ct::dynamic_extent, 8> e{n};
    out[9] = ct::extents_equal(d, e) && d == e;
    out[10] = d == ct::extents<uint32_t, ct::dynamic_extent, 8>{n + 1};
}
