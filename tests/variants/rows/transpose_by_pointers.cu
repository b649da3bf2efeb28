//@ by: Triton port
//@ base: rows/transpose
//@ small: r=72 n=200
//@ large: r=8192 n=4096
//@ grid: cdiv(r, 64), cdiv(n, 64)
//@ arg x: bf16[%{r*n}] = random(1)
//@ arg y: out bf16[%{r*n}]
//@ arg rows: i32 = %{r}
//@ arg cols: i32 = %{n}
//@ result y[j:n, i:r] = x[i*n + j]
//@ expect: no MMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Offsets of rows and columns; the transposition is in the pointers of the store.
using bf16 = __nv_bfloat16;
__tile_global__ void transpose_kernel(const bf16* __restrict__ in_ptr, bf16* __restrict__ out_ptr, int M, int N) {
    constexpr int BLOCK = 64;
    auto lanes = ct::iota<ct::tile<int, ct::shape<BLOCK>>>();
    auto rm = ct::reshape(int(ct::bid().x) * BLOCK + lanes, ct::shape<BLOCK, 1>{});
    auto rn = ct::reshape(int(ct::bid().y) * BLOCK + lanes, ct::shape<1, BLOCK>{});
    auto mask = rm < M && rn < N;
    auto block = ct::load_masked(in_ptr + (rm * N + rn), mask);
    ct::store_masked(out_ptr + (rn * M + rm), block, mask);
}
