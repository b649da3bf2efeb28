#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(const float* in, float* out, int n) {
    ct::partition_view a{ct::tensor_span{in, ct::extents{n}}, ct::shape<128>{}};
    ct::partition_view b{ct::tensor_span{out, ct::extents{n}}, ct::shape<128>{}};
    auto i = ct::bid().x;
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    b.store_masked(a.load_masked(i), i, at < n);
}

// shapes: A mask for a view
// A view knows the bounds of its tensor.
