#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <int M>
__tile_global__ void total(const float* p, float* out, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n, n}}, ct::shape{M, 16}};
    *out = static_cast<float>(ct::sum<0>(ct::sum<1>(v.load_masked(0, 0))));
}

template __tile_global__ void total<16>(const float*, float*, int);

// shapes: A shape of run-time numbers as a template argument
// A template parameter is a constant in `ct::shape<M, 16>{}`.
