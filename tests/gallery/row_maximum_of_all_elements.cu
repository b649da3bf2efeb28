#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void logsumexp(const float* in, float* out, int m, int n) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{m, n}}, ct::shape<32, 128>{}};
    auto best = ct::full<ct::tile<float, ct::shape<32, 1>>>(-1e30f);
    auto sum = ct::zeros<ct::tile<float, ct::shape<32, 1>>>();
    for (int j : ct::irange(0, n / 128)) {
        auto x = from.load(ct::bid().x, j);
        auto next = ct::max(best, x);
        sum = sum * ct::exp(best - next) + ct::sum<1>(ct::exp(x - next));
        best = next;
    }
    ct::partition_view to{ct::tensor_span{out, ct::extents{m, 1}}, ct::shape<32, 1>{}};
    to.store(best + ct::log(sum), ct::bid().x, 0);
}

// shapes: A maximum of each element for that of a row
// `max` of two tiles is elementwise and spreads the shorter one. `reduce_max` reduces an axis. All uses of the tile follow from the one operation, which is shown.
