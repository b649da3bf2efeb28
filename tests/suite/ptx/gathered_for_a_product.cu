//@ ptx: sm_80
//@ contains: // threads: 128
// Elements that are loaded one by one do not decide how many warps share a product.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void gathered(const __half* __restrict__ a, const int* __restrict__ rows, float* __restrict__ c) {
    auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
    auto column = ct::reshape(i, ct::shape<1, 64>{});
    auto row = ct::reshape(ct::load(rows + i), ct::shape<64, 1>{});
    auto x = ct::load(a + (row + 3 * column));
    auto sum = ct::mma(x, x, ct::zeros<ct::tile<float, ct::shape<64, 64>>>());
    ct::store(c + (ct::reshape(i, ct::shape<64, 1>{}) * 64 + column), sum);
}
