// One step of the heat equation on a rows x cols grid: each inner point moves towards the mean of its four
// neighbours, the border stays. A block takes a Size x Size tile, read five times: the caches see that
// four of the five are shifted by one.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Size>
__tile_global__ void heat(const float* __restrict__ in, float* __restrict__ out, int rows, int cols, float rate) {
    auto offset = ct::iota<ct::tile<int, ct::shape<Size>>>();
    auto row = static_cast<int>(ct::bid().y) * Size + ct::reshape(offset, ct::shape<Size, 1>{});
    auto col = static_cast<int>(ct::bid().x) * Size + ct::reshape(offset, ct::shape<1, Size>{});
    auto here = row < rows && col < cols;
    auto inner = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;

    auto at = row * cols + col;
    auto from = in + at;
    auto centre = ct::load_masked(from, here);
    auto around = ct::load_masked(from - 1, inner) + ct::load_masked(from + 1, inner) +
                  ct::load_masked(from - cols, inner) + ct::load_masked(from + cols, inner);
    auto moved = centre + rate * (0.25f * around - centre);
    ct::store_masked(out + at, ct::select(inner, moved, centre), here);
}

template __tile_global__ void heat<64>(const float* __restrict__, float* __restrict__, int, int, float);
