// case: switch_carries_tiles
// spec: [stmt.switch] tile: 1.6 tiles are assigned in the groups of a switch
// grid: 3
// arg: out f32[12]
// expect: [0, 2, 4, 6, 11, 12, 13, 14, 1, 2, 3, 4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(float* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    int i = ct::bid().x;
    auto value = ct::element_cast<float>(index);
    switch (i) {
        case 0: value = value * 2.0f; break;
        case 1: value = value + 10.0f;
        default: value = value + 1.0f;
    }
    ct::store(out + (4 * i + index), value);
}
