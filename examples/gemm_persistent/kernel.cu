// C = A * B by a grid that does not grow with the matrices: each block takes every num_blocks-th tile
// of C. A is M x K, B is K x N, C is M x N in f32, all row-major, any sizes.

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int BM, int BN, int BK>
__tile_global__ void persistent_gemm(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int m,
                                     int n, int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    c = ct::assume_aligned(c, 16_ic);
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};

    int columns = ct::ceildiv(n, BN);
    int tiles = ct::ceildiv(m, BM) * columns;
    for (int tile : ct::irange(static_cast<int>(ct::bid().x), tiles, static_cast<int>(ct::num_blocks().x))) {
        int i = tile / columns, j = tile % columns;
        auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
        for (int step : ct::irange(0, ct::ceildiv(k, BK)))
            acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
        vc.store_masked(acc, i, j);
    }
}

template __tile_global__ void persistent_gemm<__half, 128, 128, 64>(const __half* __restrict__,
                                                                    const __half* __restrict__, float* __restrict__,
                                                                    int, int, int);
