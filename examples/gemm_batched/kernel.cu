// Many products in one launch. `batched`: matrices of one size, one behind the other. `grouped`: the
// rows of A are sorted by the matrix of B that they are multiplied with (a mixture of experts), any
// number of rows for each. All matrices are row-major, B is K x N, the accumulator f32.

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int BM, int BN, int BK>
__tile_global__ void batched(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c, int batches, int m,
                             int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{batches, m, k}}, ct::shape<1, BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{batches, k, n}}, ct::shape<1, BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{batches, m, n}}, ct::shape<1, BM, BN>{}};

    auto [i, j, batch] = ct::bid();
    auto acc = ct::zeros<ct::tile<float, ct::shape<1, BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(batch, i, step), vb.load_masked(batch, step, j), acc);
    vc.store_masked(ct::element_cast<T>(acc), batch, i, j);
}

// Block x works on rows `first[x]` to `first[x] + count[x]` of A, at most BM of them, which are all
// multiplied with matrix `group[x]` of B.
template <class T, int BM, int BN, int BK>
__tile_global__ void grouped(const T* __restrict__ a, const T* __restrict__ b, T* __restrict__ c,
                             const int* __restrict__ first, const int* __restrict__ count,
                             const int* __restrict__ group, int groups, int n, int k) {
    auto [x, j, z] = ct::bid();
    int rows = count[x], matrix = group[x];
    long long row = first[x];

    ct::partition_view va{ct::tensor_span{a + row * k, ct::extents{rows, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{groups, k, n}}, ct::shape<1, BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c + row * n, ct::extents{rows, n}}, ct::shape<BM, BN>{}};

    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK))) {
        auto weights = ct::reshape(vb.load_masked(matrix, step, j), ct::shape<BK, BN>{});
        acc = ct::mma(va.load_masked(0, step), weights, acc);
    }
    vc.store_masked(ct::element_cast<T>(acc), 0, j);
}

using bf16 = __nv_bfloat16;
template __tile_global__ void batched<bf16, 64, 64, 32>(const bf16* __restrict__, const bf16* __restrict__,
                                                        bf16* __restrict__, int, int, int, int);
template __tile_global__ void grouped<bf16, 64, 64, 32>(const bf16* __restrict__, const bf16* __restrict__,
                                                        bf16* __restrict__, const int* __restrict__,
                                                        const int* __restrict__, const int* __restrict__, int, int,
                                                        int);
