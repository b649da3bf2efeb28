// case: example_tile_object
// spec: 1.6 Tiles (example)
// arg: out i32[32]
// expect: iota
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

static_assert(__is_same(ct::tile<int, ct::shape<4, 8>>::element_type, int));
static_assert(__is_same(ct::tile<int, ct::shape<4, 8>>::shape_type, ct::extents<uint32_t, 4, 8>));
static_assert(sizeof(ct::tile<int, ct::shape<4, 8>>) == 32 * sizeof(int));

extern "C" __tile_global__ void test(int* out) {
    ct::tile<int, ct::shape<4, 8>> obj;
    obj = ct::iota<decltype(obj)>();
    ct::store(out + obj, obj);
}
