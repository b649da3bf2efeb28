#include "cuda_tile.h"

namespace ct = cuda::tiles;

enum class Axis { Rows, Columns };

template <Axis A>
__tile__ auto mean(ct::tile<float, ct::shape<16, 16>> x) {
    return ct::sum<A>(x) / 16.0f;
}

__tile_global__ void centre(const float* __restrict__ in, float* __restrict__ out, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{n, n}}, ct::shape<16, 16>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{n, n}}, ct::shape<16, 16>{}};
    auto [i, j, k] = ct::bid();
    auto x = from.load_masked(i, j);
    to.store_masked(x - mean<Axis::Columns>(x), i, j);
}

// types: an enumerator as an axis
// An enumeration with a scope has no conversion to a number.
