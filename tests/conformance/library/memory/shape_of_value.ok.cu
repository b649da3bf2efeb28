// case: shape_of_value
// spec: 2.7.2 storeable_tile
// accept: full makes a tile of it
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int* out) { ct::store(out + ct::iota<I>(), ct::full<I>(1)); }
