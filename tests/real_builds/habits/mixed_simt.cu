// SIMT and tile kernels that share functions, constants and launch wrappers.
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_tile.h>
#include <cstdio>
namespace cg = cooperative_groups;
__constant__ float weights[64];
__device__ int counter;
__managed__ int shared_counter;
__device__ __forceinline__ unsigned lane() { unsigned r; asm volatile("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }
template <class T> __host__ __device__ constexpr T twice(T x) { return x + x; }
template <class T, int B> __global__ void __launch_bounds__(B, 2) simt(T* x) {
  extern __shared__ unsigned char raw[];
  __shared__ T tile[B];
  tile[threadIdx.x] = x[blockIdx.x * B + threadIdx.x];
  __syncthreads();
  auto block = cg::this_thread_block(); block.sync();
  if (lane() == 0) atomicAdd(&counter, 1);
  x[threadIdx.x] = tile[B - 1 - threadIdx.x] + T(weights[0]);
}
template <class T> __tile__ constexpr T thrice(T x) { return x * T(3); }
template <class T> __tile_global__ void tiles(T* x) { *x = thrice(*x); }
template <> __tile_global__ void tiles<__half>(__half* x) { *x = __half(1.0f); }
struct Functor { template <class T> __device__ void operator()(T& x) const { x = twice(x); } };
template <class T, class F> __global__ void apply(T* x, F f) { f(x[threadIdx.x]); }
template <class T> struct Both {
  static void run(T* x, cudaStream_t s) {
    simt<T, 128><<<1, 128, 0, s>>>(x);
    tiles<T><<<1, 1, 0, s>>>(x);
    apply<<<1, 32, 0, s>>>(x, Functor{});
  }
};
#ifdef __CUDA_ARCH__
__device__ int only_device = __CUDA_ARCH__;
#else
static int only_host = 1;
#endif
int main() {
  Both<float>::run(nullptr, 0);
  Both<double>::run(nullptr, cudaStreamPerThread);
  tiles<<<1, 1>>>((long long*)nullptr);
  tiles<<<1, 1>>>((__half*)nullptr);
  cudaMemcpyToSymbol(weights, nullptr, 0);
  auto k = simt<float, 256>; k<<<1, 256>>>(nullptr);
  void (*t)(int*) = tiles; t<<<1, 1>>>(nullptr);
}
