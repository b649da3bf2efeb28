#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void logsumexp(const float* p, float* q, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{p, ct::extents{rows, cols}}, ct::shape<16, 1024>{}};
    ct::partition_view to{ct::tensor_span{q, ct::extents{rows, 1}}, ct::shape<16, 1>{}};
    auto m = ct::full<ct::tile<float, ct::shape<16>>>(-1e30f);
    auto l = ct::zeros<ct::tile<float, ct::shape<16, 1>>>();
    for (int i = 0; i < ct::ceildiv(cols, 1024); ++i) {
        auto x = from.load_masked(ct::bid().x, i);
        auto m_new = ct::max(m, ct::reduce_max<1>(x));
        l = l * ct::exp(m - m_new) + ct::sum<1>(ct::exp(x - m_new));
        m = m_new;
    }
    to.store_masked(m + ct::log(l), ct::bid().x, 0);
}

// shapes: A running maximum without the reduced axis
// A reduction keeps its axis, with length 1.
