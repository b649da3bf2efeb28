// case: return_carries_tiles
// spec: [stmt.return] tile: 1.6 a tile returned from inside a loop
// grid: 2
// arg: out f32[4]
// expect: [4, 8, 32, 64]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Two = ct::tile<float, ct::shape<2>>;

__tile__ Two grow(Two x, int limit) {
    for (int i = 0; i < 10; ++i) {
        if (i == limit) return x;
        x = x * 2.0f;
    }
    return x * 0.0f;
}
extern "C" __tile_global__ void test(float* out) {
    auto index = ct::iota<ct::tile<int, ct::shape<2>>>();
    int i = ct::bid().x;
    auto start = ct::element_cast<float>(index + 1);
    ct::store(out + (2 * i + index), grow(start, 2 + 3 * i));
}
