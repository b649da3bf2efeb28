// Prefix sums of each row of a rows x cols matrix, of any length: a block walks along its row and takes
// the sum of what is behind it to the next tile.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int Tile>
__tile_global__ void row_scan(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
    using Part = ct::shape<1, Tile>;
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, Part{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, Part{}};

    auto row = ct::bid().x;
    auto carry = ct::zeros<ct::tile<T, ct::shape<1, 1>>>();
    for (int part : ct::irange(0, ct::ceildiv(cols, Tile))) {
        auto x = from.load_masked(row, part);
        to.store_masked(carry + ct::partial_sum<1>(x), row, part);
        carry = carry + ct::sum<1>(x);
    }
}

template __tile_global__ void row_scan<int, 1024>(const int* __restrict__, int* __restrict__, int, int);
template __tile_global__ void row_scan<float, 1024>(const float* __restrict__, float* __restrict__, int, int);
