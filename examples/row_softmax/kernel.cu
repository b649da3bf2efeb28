// Softmax of every row of a rows x cols matrix, row-major. The grid is persistent: each block
// takes every num_blocks-th row. A row is read in one gather of Width >= cols elements, the lanes
// behind its end masked out and padded with -inf, which exp turns into 0.

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_tile.h"

#include <limits>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int Width>
__tile_global__ void row_softmax(const T* __restrict__ in, T* __restrict__ out, int rows, int cols) {
    using Row = ct::shape<Width>;
    in = ct::assume_aligned(in, 16_ic);
    out = ct::assume_aligned(out, 16_ic);

    auto lane = ct::iota<ct::tile<int, Row>>();
    auto inside = lane < cols;
    auto padding = ct::element_cast<T>(ct::full<ct::tile<float, ct::shape<>>>(-std::numeric_limits<float>::infinity()));

    for (int row : ct::irange(static_cast<int>(ct::bid().x), rows, static_cast<int>(ct::num_blocks().x))) {
        auto offset = static_cast<long long>(row) * cols;
        auto x = ct::element_cast<float>(ct::load_masked(in + offset + lane, inside, padding));
        auto e = ct::exp(x - ct::reduce_max<0>(x));
        ct::store_masked(out + offset + lane, ct::element_cast<T>(e / ct::sum<0>(e)), inside);
    }
}

template __tile_global__ void row_softmax<float, 1024>(const float* __restrict__, float* __restrict__, int, int);
template __tile_global__ void row_softmax<__half, 1024>(const __half* __restrict__, __half* __restrict__, int, int);
template __tile_global__ void row_softmax<__nv_bfloat16, 1024>(const __nv_bfloat16* __restrict__,
                                                               __nv_bfloat16* __restrict__, int, int);
