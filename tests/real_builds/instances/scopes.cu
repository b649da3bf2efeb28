// Atomic types with a scope.
#include <cuda/atomic>
#include <cuda_tile.h>

template <class T> __tile_global__ void reset(T* p) { *reinterpret_cast<char*>(p) = 0; }
template __tile_global__ void reset(cuda::atomic<int>*);
template __tile_global__ void reset(cuda::atomic<unsigned, cuda::thread_scope_block>*);
template __tile_global__ void reset<cuda::atomic_ref<float, cuda::thread_scope_device>>(
    cuda::atomic_ref<float, cuda::thread_scope_device>*);
