// case: parameter_tensor_span
// spec: tile: 2.5 a `tensor_span` is a class of a pointer and extents, and passed as one
// accept: what the library's own classes hold can be passed
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Span = ct::tensor_span<float, ct::extents<int, ct::dynamic_extent, 16>>;
extern "C" __tile_global__ void test(float* out, Span span) {
    auto view = ct::partition_view{span, ct::shape<1, 16>{}};
    auto x = view.load(ct::bid().x, 0);
    ct::store(out + ct::iota<ct::tile<int, ct::shape<16>>>(), ct::reshape(x, ct::shape<16>{}));
}
