// case: shape_of_value
// spec: 2.7.2 storeable_tile
// reject: E0312 the value of a store is not broadcast
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int* out) { ct::store(out + ct::iota<I>(), 1); }
