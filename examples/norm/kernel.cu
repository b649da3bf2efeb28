// Layer norm and RMS norm of every row of a rows x cols matrix, row-major. A block takes a row, which
// fits into a tile of Width >= cols elements; behind its end are zeros. Sums are in f32.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int Width>
__tile_global__ void rms_norm(const T* __restrict__ in, const T* __restrict__ weight, T* __restrict__ out, int rows,
                              int cols, float epsilon) {
    using Row = ct::shape<1, Width>;
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, Row{}};
    ct::partition_view weights{ct::tensor_span{weight, ct::extents{1, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, Row{}};

    auto row = ct::bid().x;
    auto x = ct::element_cast<float>(from.load_masked(row, 0));
    auto scale = ct::rsqrt(ct::sum<1>(x * x) / static_cast<float>(cols) + epsilon);
    to.store_masked(ct::element_cast<T>(x * scale * ct::element_cast<float>(weights.load_masked(0, 0))), row, 0);
}

template <class T, int Width>
__tile_global__ void layer_norm(const T* __restrict__ in, const T* __restrict__ weight, const T* __restrict__ bias,
                                T* __restrict__ out, int rows, int cols, float epsilon) {
    using Row = ct::shape<1, Width>;
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, Row{}};
    ct::partition_view weights{ct::tensor_span{weight, ct::extents{1, cols}}, Row{}};
    ct::partition_view biases{ct::tensor_span{bias, ct::extents{1, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, Row{}};

    auto row = ct::bid().x;
    auto x = ct::element_cast<float>(from.load_masked(row, 0));
    auto mean = ct::sum<1>(x) / static_cast<float>(cols);
    // The zeros behind the end of the row are not part of its variance.
    auto inside = ct::iota<ct::tile<int, Row>>() < cols;
    auto centred = ct::select(inside, x - mean, ct::zeros<ct::tile<float, Row>>());
    auto scale = ct::rsqrt(ct::sum<1>(centred * centred) / static_cast<float>(cols) + epsilon);
    auto y = centred * scale * ct::element_cast<float>(weights.load_masked(0, 0));
    to.store_masked(ct::element_cast<T>(y + ct::element_cast<float>(biases.load_masked(0, 0))), row, 0);
}

using bf16 = __nv_bfloat16;
template __tile_global__ void rms_norm<bf16, 4096>(const bf16* __restrict__, const bf16* __restrict__,
                                                   bf16* __restrict__, int, int, float);
template __tile_global__ void layer_norm<bf16, 4096>(const bf16* __restrict__, const bf16* __restrict__,
                                                     const bf16* __restrict__, bf16* __restrict__, int, int, float);
