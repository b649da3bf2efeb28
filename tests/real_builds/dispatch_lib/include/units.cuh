#ifndef UNITS_CUH
#define UNITS_CUH
#include <cuda_tile.h>
#define UNITS_VERSION 3
template <class T> __tile_global__ void shared_kernel(T* p, T v) { cuda::tiles::store(p, v); }
template <class T> __tile_global__ void header_only(T* p) { cuda::tiles::store(p, T(1)); }
namespace { template <int N> __tile_global__ void per_unit(float* p) { cuda::tiles::store(p, float(N)); } }
static void static_helper(float* p) { per_unit<1><<<1, 1>>>(p); }
inline void inline_runner(float* p) { header_only<<<1, 1>>>(p); }
template <class T> struct Runner { void run(T* p) { shared_kernel<T><<<1, 1>>>(p, T(2)); } void other(T* p) { header_only<T><<<1, 1>>>(p); } };
template <class T> void launch_any() { shared_kernel<T><<<1, 1>>>(nullptr, T()); }
#ifdef UNITS_EXTRA
template <> inline void Runner<char>::other(char* p) { header_only<unsigned char><<<1, 1>>>((unsigned char*)p); }
#endif
#endif
