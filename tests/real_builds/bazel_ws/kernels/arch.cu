// Conditional compilation as libraries do it.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
template <int N> __tile_global__ void k(float* p) { ct::store(p, float(N)); }
#if defined(__CUDACC_TILE__)
#define HAVE_TILE 1
#endif
void run(float* p) {
#ifdef HAVE_TILE
  k<1><<<1, 1>>>(p);
#else
  k<2><<<1, 1>>>(p);
#endif
#ifdef __CUDA_ARCH__
  k<3><<<1, 1>>>(p);
#else
  k<4><<<1, 1>>>(p);
#endif
#if __CUDACC_VER_MAJOR__ >= 13
  k<5><<<1, 1>>>(p);
#endif
#if defined(TILES_BAZEL) && __cplusplus >= 202002L
  k<6><<<1, 1>>>(p);
#endif
#if __has_include(<cuda_tile.h>) && !__has_include("not/there.h")
  k<7><<<1, 1>>>(p);
#endif
#ifdef __GNUC__
  k<8><<<1, 1>>>(p);
#endif
}
