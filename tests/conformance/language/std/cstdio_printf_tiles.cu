// case: cstdio_printf_tiles
// spec: 2.9.1 tile
// arg: i32 = 2
// prints: row [0, 2, 4, 6]
// prints: [[0.0, 1.0],
// prints: [2.0, 3.0]] end
#include <cstdio>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int n) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    printf("row %d\n", i * n);
    printf("%.1f end\n", ct::element_cast<float>(ct::reshape(i, ct::shape<2, 2>{})));
}
