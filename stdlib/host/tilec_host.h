// Included before everything else where a host compiler reads CUDA C++: what stands for the builtin types of tile code, and
// for the configuration of a launch. Tile code itself is taken out before.
#pragma once

#define __TILEC_HOST__

// The specifiers are macros, as in nvcc, that stay: tile code is taken out by them.
#undef __host__
#define __host__ __host__
#undef __device__
#define __device__ __device__
#undef __global__
#define __global__ __global__
#undef __tile__
#define __tile__ __tile__
#undef __tile_global__
#define __tile_global__ __tile_global__
#undef __shared__
#define __shared__ __shared__
#undef __constant__
#define __constant__ __constant__
#undef __managed__
#define __managed__ __managed__
#undef __grid_constant__
#define __grid_constant__ __grid_constant__
#undef __noinline__
#define __noinline__ __noinline__
#undef __forceinline__
#define __forceinline__ __forceinline__
#undef __launch_bounds__
#ifdef __CUDA__
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#else
#define __launch_bounds__(...)
#endif
#undef __cluster_dims__
#define __cluster_dims__(...)
#undef __block_size__
#define __block_size__(...)
#undef __maxnreg__
#define __maxnreg__(...)

template <class _From, class _To>
inline constexpr bool __tilec_convertible = requires(void (*_accept)(_To), _From (*_make)()) { _accept(_make()); };
template <class _From, class _To> inline constexpr bool __tilec_convertible<_From, _To[]> = false;
template <class _From, class _To, decltype(sizeof(0)) _N> inline constexpr bool __tilec_convertible<_From, _To[_N]> = false;
template <> inline constexpr bool __tilec_convertible<void, void> = true;
#if !__has_builtin(__is_convertible)
#define __is_convertible(...) __tilec_convertible<__VA_ARGS__>
#endif

#if !__has_builtin(__integer_pack)
#define __TILEC_HOST_MAKE_INTEGER_SEQ
#endif

// Builtins of nvcc that a host compiler lacks.
#if !__has_builtin(__builtin_assume)
#define __builtin_assume(...) ((void)0)
#endif
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false

/// The builtin type of tiles.
template <class _Element, decltype(sizeof(0))... _Extents> struct __tile_t {
  _Element elements[(decltype(sizeof(0))(1) * ... * _Extents)];
};

#include <tilec_floats.h>

namespace cuda::tiles::inline __1::__op {
template <int> __host__ __device__ void require(bool, char const *) noexcept {}
} // namespace cuda::tiles::inline __1::__op

#include <cuda_runtime.h>

#ifdef __TILEC_TOOLKIT__
#include <tilec_cudart.h>
#else
/// What a launch says before the call of its kernel: `kernel<<<grid, block, bytes, stream>>>(...)`.
extern "C" void __tilec_push(dim3 grid, dim3 block, decltype(sizeof(0)) bytes, cudaStream_t stream);
inline int __tilec_configure(dim3 grid, dim3 block, decltype(sizeof(0)) bytes = 0, cudaStream_t stream = nullptr) {
  __tilec_push(grid, block, bytes, stream);
  return 0;
}

// What stubs of kernels and functions of tile code do where they are called on the host.
extern "C" void __tilec_launch(void const *key, void **arguments);
extern "C" [[noreturn]] void __tilec_device_function(char const *name);
#endif

// Clang compiles SIMT kernels.
#ifdef __CUDA__
#include <tilec_simt.h>
#endif
