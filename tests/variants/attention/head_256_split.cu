//@ by: Triton port
//@ base: attention/forward_256
//@ small: h=1 n=64 d=256
//@ large: h=16 n=4096 d=256
//@ grid: cdiv(n, 64), h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let s[g:h, i:n, j:n] = scale * sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l])
//@ let p[h:h, i:n, j:n] = exp(s[h, i, j])
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(g*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA
//@ ptxas: spills
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A head of 256 as two accumulators of 128, as Triton kernels split it.
using bf16 = __nv_bfloat16;
__tile_global__ void attention(const bf16* __restrict__ Q, const bf16* __restrict__ K, const bf16* __restrict__ V,
                               bf16* __restrict__ O, int H, int N_CTX, float sm_scale) {
    constexpr int M = 64, N = 64, HALF = 128;
    ct::partition_view vq{ct::tensor_span{Q, ct::extents{H, N_CTX, 256}}, ct::shape<1, M, HALF>{}};
    ct::partition_view vk{ct::tensor_span{K, ct::extents{H, N_CTX, 256}}, ct::shape<1, N, HALF>{}};
    ct::partition_view vv{ct::tensor_span{V, ct::extents{H, N_CTX, 256}}, ct::shape<1, N, HALF>{}};
    ct::partition_view vo{ct::tensor_span{O, ct::extents{H, N_CTX, 256}}, ct::shape<1, M, HALF>{}};
    int b = ct::bid().x, h = ct::bid().y;
    auto q0 = ct::reshape(vq.load_masked(h, b, 0), ct::shape<M, HALF>{});
    auto q1 = ct::reshape(vq.load_masked(h, b, 1), ct::shape<M, HALF>{});
    auto acc0 = ct::zeros<ct::tile<float, ct::shape<M, HALF>>>();
    auto acc1 = ct::zeros<ct::tile<float, ct::shape<M, HALF>>>();
    auto m_i = ct::full<ct::tile<float, ct::shape<M, 1>>>(-1e30f);
    auto l_i = ct::zeros<ct::tile<float, ct::shape<M, 1>>>();
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<N>>>(), ct::shape<1, N>{});
    for (int n = 0; n < ct::ceildiv(N_CTX, N); ++n) {
        auto k0 = ct::reshape(vk.load_masked(h, n, 0), ct::shape<N, HALF>{});
        auto k1 = ct::reshape(vk.load_masked(h, n, 1), ct::shape<N, HALF>{});
        auto qk = ct::mma(q0, ct::transpose(k0), ct::zeros<ct::tile<float, ct::shape<M, N>>>());
        qk = ct::mma(q1, ct::transpose(k1), qk) * sm_scale;
        qk = ct::select(n * N + lane < N_CTX, qk, ct::full<ct::tile<float, ct::shape<M, N>>>(-1e30f));
        auto m_ij = ct::max(m_i, ct::reduce_max<1>(qk));
        auto p = ct::exp(qk - m_ij);
        auto alpha = ct::exp(m_i - m_ij);
        l_i = l_i * alpha + ct::sum<1>(p);
        m_i = m_ij;
        auto pb = ct::element_cast<bf16>(p);
        acc0 = ct::mma(pb, ct::reshape(vv.load_masked(h, n, 0), ct::shape<N, HALF>{}), acc0 * alpha);
        acc1 = ct::mma(pb, ct::reshape(vv.load_masked(h, n, 1), ct::shape<N, HALF>{}), acc1 * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<bf16>(acc0 / l_i), ct::shape<1, M, HALF>{}), h, b, 0);
    vo.store_masked(ct::reshape(ct::element_cast<bf16>(acc1 / l_i), ct::shape<1, M, HALF>{}), h, b, 1);
}
