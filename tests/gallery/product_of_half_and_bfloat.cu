#include "cuda_tile.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
namespace ct = cuda::tiles;

__tile_global__ void k(const __half* a, const __nv_bfloat16* b, float* c) {
    auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<256>>>(), ct::shape<16, 16>{});
    auto x = ct::load(a + at);
    auto y = ct::load(b + at);
    ct::store(c + at, ct::mma(x, y, ct::zeros<ct::tile<float, ct::shape<16, 16>>>()));
}

// types: A product of `__half` and `__nv_bfloat16`
// Both operands have one element type.
