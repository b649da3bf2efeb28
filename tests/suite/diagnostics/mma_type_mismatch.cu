#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void product(const __half* a, const float* b, float* c) {
    using f16x16x16 = ct::tile<__half, ct::shape<16, 16>>;
    using f32x16x16 = ct::tile<float, ct::shape<16, 16>>;
    auto index = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
    auto acc = ct::mma(ct::load(a + index), ct::load(b + index), ct::zeros<f32x16x16>());
    ct::store(c + index, acc);
}
