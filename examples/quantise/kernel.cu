// f32 to fp8: each row of a rows x cols matrix is divided by a scale that makes its largest element 448,
// the largest of e4m3, and rounded. A block takes a row, which fits into a tile of Width >= cols elements.

#include "cuda_fp8.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Width>
__tile_global__ void quantise(const float* __restrict__ in, __nv_fp8_e4m3* __restrict__ out, float* __restrict__ scales,
                              int rows, int cols) {
    using Row = ct::shape<1, Width>;
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, Row{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, Row{}};
    ct::partition_view to_scale{ct::tensor_span{scales, ct::extents{rows, 1}}, ct::shape<1, 1>{}};

    auto row = ct::bid().x;
    auto x = from.load_masked(row, 0);
    auto largest = ct::reduce_max<1>(ct::abs(x));
    // A row of zeros stays one.
    auto scale = ct::select(largest > 0.0f, largest / 448.0f, ct::ones<ct::tile<float, ct::shape<1, 1>>>());
    to.store_masked(ct::element_cast<__nv_fp8_e4m3>(x / scale), row, 0);
    to_scale.store(scale, row, 0);
}

template __tile_global__ void quantise<4096>(const float* __restrict__, __nv_fp8_e4m3* __restrict__,
                                             float* __restrict__, int, int);
