// case: cstdio_printf_tiles
// spec: 2.9.1 tile
// arg: i32 = 2
// prints: row [0, 2, 4, 6]
// prints: [[0.0, 1.0], [2.0, 3.0]] end
// prints: [[[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], [16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]], [[32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47], [48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]]]
#include <cstdio>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(int n) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    printf("row %d\n", i * n);
    printf("%.1f end\n", ct::element_cast<float>(ct::reshape(i, ct::shape<2, 2>{})));
    printf("%d\n", ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<2, 2, 16>{}));
}
