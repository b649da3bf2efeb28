// C += A * B for products with a long K and a small C: the steps along K are dealt to num_blocks.z
// blocks for each tile of C, which add their sums to it atomically. A is M x K, B is K x N, C is
// M x N in f32, all row-major, any sizes.

#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T, int BM, int BN, int BK>
__tile_global__ void split_k_gemm(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int m,
                                  int n, int k) {
    a = ct::assume_aligned(a, 16_ic);
    b = ct::assume_aligned(b, 16_ic);
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<BK, BN>{}};

    auto [i, j, part] = ct::bid();
    int steps = ct::ceildiv(k, BK);
    int share = ct::ceildiv(steps, static_cast<int>(ct::num_blocks().z));
    int first = static_cast<int>(part) * share;
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    for (int step : ct::irange(first, ct::min(first + share, steps)))
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);

    auto row = static_cast<int>(i) * BM + ct::iota<ct::tile<int, ct::shape<BM>>>();
    auto column = static_cast<int>(j) * BN + ct::iota<ct::tile<int, ct::shape<BN>>>();
    auto rows = ct::reshape(row, ct::shape<BM, 1>{});
    auto columns = ct::reshape(column, ct::shape<1, BN>{});
    auto inside = rows < m && columns < n;
    ct::atomic_add_masked(c + (ct::element_cast<long long>(rows) * n + columns), acc, inside,
                          ct::memory_order_relaxed_t{});
}

template __tile_global__ void split_k_gemm<__half, 64, 64, 64>(const __half* __restrict__, const __half* __restrict__,
                                                               float* __restrict__, int, int, int);
