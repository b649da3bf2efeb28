// case: ternary_of_tiles
// spec: tile: 2.9 `?:` chooses between tiles, by a number
// grid: 2
// arg: out i32[8]
// expect: [0, 1, 2, 3, 10, 11, 12, 13]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    int i = ct::bid().x;
    auto value = i == 0 ? index : index + 10;
    ct::store(out + (4 * i + index), value);
}
