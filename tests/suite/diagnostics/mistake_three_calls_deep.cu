#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class A, class B>
__tile__ auto joined(A a, B b) {
    return a + b;
}
template <class A, class B>
__tile__ auto scaled(A a, B b) {
    return joined(a, b) * 2.0f;
}
template <int N, int M>
__tile_global__ void sums(float* p) {
    auto narrow = ct::iota<ct::tile<int, ct::shape<N>>>();
    auto wide = ct::iota<ct::tile<int, ct::shape<M>>>();
    ct::store(p + narrow, scaled(ct::load(p + narrow), ct::load(p + wide)));
}
template __tile_global__ void sums<64, 128>(float*);
