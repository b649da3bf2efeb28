//@ by: CUTLASS port
//@ base: gemm/batched_bf16_nn
//@ small: z=2 m=64 n=72 k=136
//@ large: z=2 m=1024 n=1024 k=1024
//@ grid: cdiv(m, 128), cdiv(n, 128), z
//@ arg p: struct = {bf16[%{m*k}] = random(1), bf16[%{m*k}] = random(4), bf16[%{k*n}] = random(2), bf16[%{k*n}] = random(5), out bf16[%{m*n}], out bf16[%{m*n}]}
//@ arg batch: i32 = %{z}
//@ arg m: i32 = %{m}
//@ arg n: i32 = %{n}
//@ arg k: i32 = %{k}
//@ result p4[i:m, j:n] = sum(l, k, p0[i*k + l] * p2[l*n + j])
//@ result p5[i:m, j:n] = sum(l, k, p1[i*k + l] * p3[l*n + j])
//@ expect: wgmma, A TMA, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// GemmBatched: arrays of pointers, here as a parameter.
using bf16 = __nv_bfloat16;
struct Pointers {
    const bf16* a[2];
    const bf16* b[2];
    bf16* c[2];
};
__tile_global__ void gemm_batched(Pointers p, int batch, int m, int n, int k) {
    int z = ct::bid().z;
    const bf16* a = z == 0 ? p.a[0] : p.a[1];
    const bf16* b = z == 0 ? p.b[0] : p.b[1];
    bf16* c = z == 0 ? p.c[0] : p.c[1];
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<128, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{k, n}}, ct::shape<64, 128>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<128, 128>{}};
    int i = ct::bid().x, j = ct::bid().y;
    auto acc = ct::zeros<ct::tile<float, ct::shape<128, 128>>>();
    for (int step = 0; step < ct::ceildiv(k, 64); ++step)
        acc = ct::mma(va.load_masked(i, step), vb.load_masked(step, j), acc);
    vc.store_masked(ct::element_cast<bf16>(acc), i, j);
}
