// Kernels declared in front of their definitions, friends, defaults, specialisations behind their launches.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
namespace k { template <class T, int N = 16, bool = (N > 8)> __tile_global__ void fwd(T*, int); }
void early(float* p) { k::fwd<<<1, 1>>>(p, 1); k::fwd<float, 4><<<1, 1>>>(p, 1); }
class Secret;
template <class T> __tile_global__ void peek(T* s);
class Secret { int hidden = 3; template <class T> friend __tile_global__ void peek(T*); };
namespace k { template <class T, int N, bool B> __tile_global__ void fwd(T* p, int n) { ct::store(p, T(B ? N : n)); } }
template <class T> __tile_global__ void peek(T* s) { s->hidden = 4; }
void late(Secret* s, double* d) { peek<<<1, 1>>>(s); k::fwd<double, 2, true><<<1, 1>>>(d, 0); }
template <> __tile_global__ void k::fwd<char, 1, false>(char* p, int n) { ct::store(p, 'x'); }
template <> __tile_global__ void k::fwd(long* p, int n) { ct::store(p, 1l); }
namespace k { template __tile_global__ void fwd<unsigned>(unsigned*, int); }
template void __tile_global__ k::fwd<unsigned short, 3>(unsigned short*, int);
extern template __tile_global__ void k::fwd<unsigned char, 3>(unsigned char*, int);
template <class T> void wrap(T* p) { k::fwd<T, sizeof(T)><<<1, 1>>>(p, 0); }
template void wrap<int>(int*);
template void wrap(short*);
template <> void wrap<char>(char* p) { k::fwd<char, 1, false><<<1, 1>>>(p, 0); }
