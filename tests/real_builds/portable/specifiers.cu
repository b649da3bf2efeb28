// Headers that compile with and without CUDA ask for its specifiers by #ifdef, and define them where they are missing.
#include <cuda_tile.h>

#ifndef __tile_global__
#define __tile_global__
#endif
#ifndef __device__
#define __device__
#endif
#ifndef __host__
#define __host__
#endif

#if defined(__global__) && defined(__shared__) && defined __constant__ && defined(__managed__)
#define KERNEL __tile_global__ void
#else
#define KERNEL inline void
#endif

__host__ __device__ inline int twice(int x) { return 2 * x; }
struct __align__(16) Pair {
  int a, b;
};
static_assert(alignof(Pair) == 16);

KERNEL plain(int* p) { cuda::tiles::store(p, 1); }

#if defined(__launch_bounds__) && defined(__forceinline__) && defined(__grid_constant__) && defined(__tile__)
template <int N> KERNEL launched(int* p) { cuda::tiles::store(p, N); }
#endif

void launch(int* p) {
#ifdef __tile_global__
  launched<1><<<1, 1>>>(p);
#endif
#ifndef __maxnreg__
  launched<2><<<1, 1>>>(p);
#endif
#if !defined(__cluster_dims__)
  launched<3><<<1, 1>>>(p);
#endif
}
