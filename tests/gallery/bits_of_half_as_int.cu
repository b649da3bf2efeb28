#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile_global__ void sign_bits(const __half* __restrict__ in, int* __restrict__ out, int n) {
    ct::partition_view vi{ct::tensor_span{in, ct::extents{n}}, ct::shape<256>{}};
    ct::partition_view vo{ct::tensor_span{out, ct::extents{n}}, ct::shape<256>{}};
    auto bits = ct::element_bitcast<int>(vi.load_masked(ct::bid().x));
    vo.store_masked(ct::element_cast<int>(bits >> 15), ct::bid().x);
}

// types: the bits of a half as `int`
// The element type has as many bits.
