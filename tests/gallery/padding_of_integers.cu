#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void largest(const int* in, int* out, int n) {
    auto v = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape<64>{}};
    out[0] = ct::reduce_max<0>(v.load_masked(ct::view_padding_negative_inf_t{}, 0));
}

// types: Negative infinity as the padding of integers
// Integers have no infinity.
