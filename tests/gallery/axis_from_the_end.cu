#include "cuda_bf16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T, int H>
__tile_global__ void rms(const T* __restrict__ x, T* __restrict__ y, int tokens, float eps) {
    ct::partition_view vx{ct::tensor_span{x, ct::extents{tokens, H}}, ct::shape<1, H>{}};
    ct::partition_view vy{ct::tensor_span{y, ct::extents{tokens, H}}, ct::shape<1, H>{}};
    auto t = ct::bid().x;
    auto v = ct::element_cast<float>(vx.load(t, 0));
    auto inv = ct::rsqrt(ct::sum<-1>(v * v) / float(H) + eps);
    vy.store(ct::element_cast<T>(v * inv), t, 0);
}

template __tile_global__ void rms<__nv_bfloat16, 2048>(const __nv_bfloat16* __restrict__, __nv_bfloat16* __restrict__, int,
                                                       float);

// names: a negative axis
// As in PyTorch: axes count from 0 here.
