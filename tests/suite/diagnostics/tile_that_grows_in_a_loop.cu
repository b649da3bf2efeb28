#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <int Piece, int Chunks>
__tile_global__ void pack(const float* in, float* out, int rows, int cols) {
    ct::partition_view from{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape<1, Piece>{}};
    ct::partition_view to{ct::tensor_span{out, ct::extents{rows, cols}}, ct::shape<1, Piece * Chunks>{}};
    auto packed = from.load_masked(ct::bid().x, 0);
    for (int chunk : ct::irange(1, Chunks))
        packed = ct::cat<1>(packed, from.load_masked(ct::bid().x, chunk));
    to.store_masked(packed, ct::bid().x, 0);
}
template __tile_global__ void pack<64, 4>(const float*, float*, int, int);
