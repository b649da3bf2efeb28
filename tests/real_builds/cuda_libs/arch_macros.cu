// Launches that depend on the macros of the device's compilation, between headers that depend on them too.
#include <cuda/std/type_traits>
#include <cuda_tile.h>
#include <nv/target>

namespace ct = cuda::tiles;

#ifdef __CUDA_ARCH__
constexpr int pass = 1;
#else
constexpr int pass = 2;
#endif
#ifdef __CUDACC_TILE__
using element = float;
#else
using element = double;
#endif

template <class T, int N>
__tile_global__ void set(T* p) {
    ct::store(p, T(N));
}

template <class T>
void choose(T* p) {
    NV_IF_ELSE_TARGET(NV_IS_HOST, (set<T, 100><<<1, 1>>>(p);), (set<T, 200><<<1, 1>>>(p);))
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (set<T, 300><<<1, 1>>>(p);), NV_ANY_TARGET, (set<T, 400><<<1, 1>>>(p);))
}

void run(element* p, int* q) {
    set<element, pass><<<1, 1>>>(p);
    choose(q);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    set<cuda::std::make_unsigned_t<int>, 90><<<1, 1>>>(reinterpret_cast<unsigned*>(q));
#else
    set<long, 1><<<1, 1>>>(reinterpret_cast<long*>(q));
#endif
}
