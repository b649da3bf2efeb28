#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class A, class B, class C>
__tile__ C accumulate(A a, B b, C c) {
    return ct::mma(a, b, c);
}
template <int BM, int BN, int BK>
__tile_global__ void gemm(const __half* a, const __half* b, float* c, int m, int n, int k) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{m, k}}, ct::shape<BM, BK>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{n, k}}, ct::shape<BK, BN>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{m, n}}, ct::shape<BM, BN>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<BM, BN>>>();
    auto right = ct::transpose(vb.load_masked(0, 0));
    vc.store_masked(accumulate(va.load_masked(0, 0), right, acc), 0, 0);
}
template __tile_global__ void gemm<128, 128, 32>(const __half*, const __half*, float*, int, int, int);
