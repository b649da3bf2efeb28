// SwiGLU: out = gate * sigmoid(gate) * up. Each row of the input has `cols` gates and behind them as
// many values, as one product makes them; the output is rows x cols.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int Width>
__tile_global__ void swiglu(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
    using Part = ct::shape<1, 1, Width>;
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, 2, cols}}, Part{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, 1, cols}}, Part{}};

    auto [part, row, z] = ct::bid();
    auto gate = ct::element_cast<float>(from.load_masked(row, 0, part));
    auto up = ct::element_cast<float>(from.load_masked(row, 1, part));
    to.store_masked(ct::element_cast<T>(gate / (1.0f + ct::exp(-gate)) * up), row, 0, part);
}

template __tile_global__ void swiglu<__nv_bfloat16, 2048>(const __nv_bfloat16* __restrict__,
                                                          __nv_bfloat16* __restrict__, int, int);
