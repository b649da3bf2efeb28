//@ by: cuDNN-like
//@ base: attention/forward
//@ small: h=2 n=128 d=64
//@ large: h=64 n=4096 d=64
//@ grid: cdiv(n, 128), h
//@ arg q: bf16[%{h*n*d}] = random(1)
//@ arg k: bf16[%{h*n*d}] = random(2)
//@ arg v: bf16[%{h*n*d}] = random(3)
//@ arg o: out bf16[%{h*n*d}]
//@ arg heads: i32 = %{h}
//@ arg length: i32 = %{n}
//@ arg scale: f32 = 0.125
//@ arg bias: bf16[%{n*n}] = random(4)
//@ let p[g:h, i:n, j:n] = exp(scale * sum(l, d, q[(g*n + i)*d + l] * k[(g*n + j)*d + l]) + bias[i*n + j])
//@ result o[g:h, i:n, e:d] = sum(j, n, p[g, i, j] * v[(g*n + j)*d + e]) / sum(j, n, p[g, i, j])
//@ extra: reads the bias
//@ expect: wgmma, A TMA, B TMA; wgmma, A registers loaded_tile, B TMA
//@ gap: time

#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

// A bias of n x n is added to the scores of all heads.
using T = __nv_bfloat16;
__tile_global__ void sdpa(const T* __restrict__ q, const T* __restrict__ k, const T* __restrict__ v, T* __restrict__ o,
                          int heads, int length, float scale, const T* __restrict__ bias) {
    constexpr int D = 64, BM = 128, BN = 64;
    ct::partition_view vq{ct::tensor_span{q, ct::extents{heads, length, D}}, ct::shape<1, BM, D>{}};
    ct::partition_view vk{ct::tensor_span{k, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vv{ct::tensor_span{v, ct::extents{heads, length, D}}, ct::shape<1, BN, D>{}};
    ct::partition_view vm{ct::tensor_span{bias, ct::extents{length, length}}, ct::shape<BM, BN>{}};
    ct::partition_view vo{ct::tensor_span{o, ct::extents{heads, length, D}}, ct::shape<1, BM, D>{}};
    int block = ct::bid().x, head = ct::bid().y;
    auto query = ct::reshape(vq.load_masked(head, block, 0), ct::shape<BM, D>{});
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, D>>>();
    auto sum = ct::zeros<ct::tile<float, ct::shape<BM, 1>>>();
    auto max = ct::full<ct::tile<float, ct::shape<BM, 1>>>(-1e30f);
    auto lane = ct::reshape(ct::iota<ct::tile<int, ct::shape<BN>>>(), ct::shape<1, BN>{});
    for (int step : ct::irange(0, ct::ceildiv(length, BN))) {
        auto key = ct::reshape(vk.load_masked(head, step, 0), ct::shape<BN, D>{});
        auto s = ct::mma(query, ct::transpose(key), ct::zeros<ct::tile<float, ct::shape<BM, BN>>>()) * scale;
        s = s + ct::element_cast<float>(vm.load_masked(block, step));
        s = ct::select(step * BN + lane < length, s, ct::full<ct::tile<float, ct::shape<BM, BN>>>(-1e30f));
        auto next = ct::max(max, ct::reduce_max<1>(s));
        auto p = ct::exp(s - next);
        auto alpha = ct::exp(max - next);
        sum = sum * alpha + ct::sum<1>(p);
        max = next;
        auto value = ct::reshape(vv.load_masked(head, step, 0), ct::shape<BN, D>{});
        acc = ct::mma(ct::element_cast<T>(p), value, acc * alpha);
    }
    vo.store_masked(ct::reshape(ct::element_cast<T>(acc / sum), ct::shape<1, BM, D>{}), head, block, 0);
}
