// case: example_index_types
// spec: 1.5 Extents (example)
// arg: i32 = 65538
// arg: out u64[4]
// expect: [3, 2, 4, 5]
// note: 65538 is 2 modulo 2^16: a dynamic extent is stored as the index type.
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using A = ct::extents<int16_t, 3, ct::dynamic_extent>;
using B = ct::extents<uint64_t, ct::dynamic_extent, ct::dynamic_extent>;
static_assert(__is_same(A::index_type, int16_t) && sizeof(A) == 2);
static_assert(__is_same(B::index_type, uint64_t) && sizeof(B) == 16);

extern "C" __tile_global__ void test(int n, uint64_t* out) {
    A a{n};
    B b{n - 65534, 5};
    out[0] = a.extent(0);
    out[1] = a.extent(1);
    out[2] = b.extent(0);
    out[3] = b.extent(1);
}
