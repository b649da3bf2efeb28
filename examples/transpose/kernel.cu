// out = in^T: in is rows x cols, out is cols x rows, both row-major, of any size.

#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int Size>
__tile_global__ void transpose(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
    auto [x, y, z] = ct::bid();

    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<Size, Size>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{cols, rows}}, ct::shape<Size, Size>{}};

    to.store_masked(ct::transpose(from.load_masked(y, x)), x, y);
}

template __tile_global__ void transpose<float, 64>(const float* __restrict__, float* __restrict__, int, int);
