//@ by: tilec book
//@ small: h=1 n=64 d=64
//@ large: h=64 n=2048 d=64
//@ grid: cdiv(n, 64), h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg g: bf16[%{h*n*d}] = random(4)
//@ arg lse: f32[%{h*n}] = full(4)
//@ arg delta: f32[%{h*n}] = random(6)
//@ arg dk: out bf16[%{h*n*d}]
//@ arg dv: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ let p[t:h, i:n, j:n] = exp(scale * sum(l, d, q[(t*n + i)*d + l] * k[(t*n + j)*d + l]) - lse[t*n + i])
//@ let ds[t:h, i:n, j:n] = p[t, i, j] * (sum(l, d, g[(t*n + i)*d + l] * v[(t*n + j)*d + l]) - delta[t*n + i])
//@ result dv[t:h, j:n, e:d] = sum(i, n, p[t, i, j] * g[(t*n + i)*d + e])
//@ result dk[t:h, j:n, e:d] = scale * sum(i, n, ds[t, i, j] * q[(t*n + i)*d + e])
//@ within: 0.03
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// Gradients of keys and values of a block; a loop over queries.
using bf16 = __nv_bfloat16;
__tile_global__ void backward(const bf16* __restrict__ q, const bf16* __restrict__ k, const bf16* __restrict__ v,
                              const bf16* __restrict__ g, const float* __restrict__ lse, const float* __restrict__ delta,
                              bf16* __restrict__ dk, bf16* __restrict__ dv, int heads, int length, float scale) {
    constexpr int D = 64, M = 64, N = 64;
    using Block = ct::shape<1, 64, D>;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, Block{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{heads, length, D}}, Block{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{heads, length, D}}, Block{}};
    ct::partition_view vg{ct::tensor_span{g, ct::extents{heads, length, D}}, Block{}};
    ct::partition_view vl{ct::tensor_span{lse, ct::extents{heads, length}}, ct::shape<1, M>{}};
    ct::partition_view vd{ct::tensor_span{delta, ct::extents{heads, length}}, ct::shape<1, M>{}};
    ct::partition_view wk{ct::tensor_span{dk, ct::extents{heads, length, D}}, Block{}};
    ct::partition_view wv{ct::tensor_span{dv, ct::extents{heads, length, D}}, Block{}};
    int block = ct::bid().x, head = ct::bid().y;
    auto key = ct::reshape(vk.load_masked(head, block, 0), ct::shape<N, D>{});
    auto value = ct::reshape(vv.load_masked(head, block, 0), ct::shape<N, D>{});
    auto sum_k = ct::zeros<ct::tile<float, ct::shape<N, D>>>();
    auto sum_v = ct::zeros<ct::tile<float, ct::shape<N, D>>>();
    auto none = ct::zeros<ct::tile<float, ct::shape<N, M>>>();
    for (int step = 0; step < ct::ceildiv(length, M); ++step) {
        auto query = ct::reshape(vq.load_masked(head, step, 0), ct::shape<M, D>{});
        auto grad = ct::reshape(vg.load_masked(head, step, 0), ct::shape<M, D>{});
        auto s = ct::mma(key, ct::transpose(query), none) * scale;
        auto p = ct::exp(s - vl.load_masked(head, step));
        sum_v = ct::mma(ct::element_cast<bf16>(p), grad, sum_v);
        auto dp = ct::mma(value, ct::transpose(grad), none);
        auto ds = p * (dp - vd.load_masked(head, step));
        sum_k = ct::mma(ct::element_cast<bf16>(ds), query, sum_k);
    }
    wk.store_masked(ct::reshape(ct::element_cast<bf16>(sum_k * scale), Block{}), head, block, 0);
    wv.store_masked(ct::reshape(ct::element_cast<bf16>(sum_v), Block{}), head, block, 0);
}
