// C = A * B for any M, N, K, in the two storage orders of each operand. The same text for every
// row
// of the table: tile sizes and orders are template arguments. `gemm_*.cu` say which there are.

#pragma once

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_fp8.h"
#include "cuda_tf32.h"
#include "cuda_tile.h"

#include <type_traits>

namespace ct = cuda::tiles;

// Whether rows or columns are contiguous.
constexpr bool rows = true, columns = false;
template <bool Rows> using order = std::conditional_t<Rows, ct::layout_right, ct::layout_left>;

template <class T, class C, int BM, int BN, int BK, bool RowsA, bool RowsB, int GroupM>
__tile_global__ void gemm(const T* __restrict__ a, const T* __restrict__ b, C* __restrict__ c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}, order<RowsA>{}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}, order<RowsB>{}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};

    int block = static_cast<int>(ct::bid().x);
    int block_rows = ct::ceildiv(m, BM);
    int group_size = GroupM * ct::ceildiv(n, BN);
    int first_row = block / group_size * GroupM;
    int group_rows = ct::min(block_rows - first_row, GroupM);
    int i = first_row + block % group_size % group_rows;
    int j = block % group_size / group_rows;

    using Sum = std::conditional_t<std::is_integral_v<T>, int, float>;
    auto acc = ct::zeros<ct::tile<Sum, ct::shape<BM, BN>>>();
    for (int step : ct::irange(0, ct::ceildiv(k, BK)))
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);

    vc.store_masked(ct::element_cast<C>(acc), i, j);
}

#define GEMM(T, C, BM, BN, BK, RowsA, RowsB, GroupM)                                                          \
    template __tile_global__ void gemm<T, C, BM, BN, BK, RowsA, RowsB, GroupM>(                                 \
        const T* __restrict__, const T* __restrict__, C* __restrict__, int, int, int);

// In all storage orders.
#define ORDERS(T, C, BM, BN, BK, GroupM)              \
    GEMM(T, C, BM, BN, BK, rows, rows, GroupM)        \
    GEMM(T, C, BM, BN, BK, rows, columns, GroupM)     \
    GEMM(T, C, BM, BN, BK, columns, rows, GroupM)     \
    GEMM(T, C, BM, BN, BK, columns, columns, GroupM)
