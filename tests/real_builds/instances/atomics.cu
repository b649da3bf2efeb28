// The atomic types of C++ in libcu++.
#include <cuda/std/atomic>
#include <cuda_tile.h>

template <class T> __tile_global__ void reset(T* p) { *reinterpret_cast<char*>(p) = 0; }
template __tile_global__ void reset(cuda::std::atomic<int>*);
template __tile_global__ void reset<cuda::std::atomic<float>>(cuda::std::atomic<float>*);
template __tile_global__ void reset(cuda::std::atomic_ref<float>*);
template __tile_global__ void reset(cuda::std::atomic_flag*);
