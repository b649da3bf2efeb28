// case: local_array_of_tiles_dynamic
// spec: tile: 1.6 an array of tiles with an index that is known at run time only
// grid: 3
// arg: out f32[6]
// expect: [0, 1, 10, 11, 20, 21]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Two = ct::tile<float, ct::shape<2>>;

extern "C" __tile_global__ void test(float* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<2>>>();
    auto start = ct::element_cast<float>(index);
    Two rows[3] = {start, start + 10.0f, start + 20.0f};
    int i = ct::bid().x;
    ct::store(out + (2 * i + index), rows[i]);
}
