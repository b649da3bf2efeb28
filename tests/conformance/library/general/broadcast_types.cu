// case: broadcast_types
// spec: 1.7.3 Shape Conversions
// arg: out i32[1]
// expect: [1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using A = ct::tile<int, ct::shape<4, 1>>;
using B = ct::tile<int, ct::shape<8>>;

static_assert(ct::shape_broadcastable_to<ct::shape<1, 8>, ct::shape<4, 8>>);
static_assert(ct::shape_broadcastable_to<ct::shape<8>, ct::shape<4, 8>>);
static_assert(!ct::shape_broadcastable_to<ct::shape<4>, ct::shape<4, 8>>);
static_assert(!ct::shape_broadcastable_to<ct::shape<4, 8>, ct::shape<8>>);
static_assert(__is_same(ct::shape_broadcast_t<ct::shape<4, 1>, ct::shape<8>>, ct::shape<4, 8>));
static_assert(ct::broadcast_compatible<A, B>);
static_assert(!ct::shape_broadcast_compatible<ct::shape<2>, ct::shape<4>>);

extern "C" __tile_global__ void test(int* out) { *out = 1; }
