// Included by tilec_host.h where Clang compiles SIMT kernels for a GPU: what device code has without a header, by the headers
// that Clang has for it. They are written for those of a toolkit, of which this stands in for a part.
#pragma once

typedef unsigned int cuuint32_t;

// How a launch is configured, by the release of CUDA that Clang finds.
extern "C" int cudaConfigureCall(dim3 grid, dim3 block, decltype(sizeof(0)) bytes = 0, void *stream = nullptr);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, decltype(sizeof(0)) bytes = 0, void *stream = nullptr);

extern "C" {
__device__ int vprintf(char const *, char const *);
__device__ int printf(char const *, ...);
__device__ void free(void *) noexcept;
__device__ void *malloc(decltype(sizeof(0))) noexcept;
__device__ void __assertfail(char const *text, char const *file, unsigned line, char const *function, decltype(sizeof(0)) size);
__device__ inline void __assert_fail(char const *text, char const *file, unsigned line, char const *function) noexcept {
  __assertfail(text, file, line, function, sizeof(char));
}
}

#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_math_forward_declares.h>
#include <__clang_cuda_libdevice_declares.h>
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 12050
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
#include <__clang_cuda_cmath.h>

/// Whether an address is that of shared memory, and its address there.
__device__ inline bool __isShared(void const *pointer) { return __nvvm_isspacep_shared(pointer); }
__device__ inline decltype(sizeof(0)) __cvta_generic_to_shared(void const *pointer) {
  return reinterpret_cast<decltype(sizeof(0))>((void const __attribute__((address_space(3))) *)pointer);
}
#include <__clang_cuda_intrinsics.h>
#pragma pop_macro("CUDA_VERSION")

/// The atomic functions of device code, over those that Clang names by the type.
#define __TILEC_ATOMIC(_name, _type, _clang)                                                                          \
  __device__ inline _type atomic##_name(_type *pointer, _type value) { return _clang(pointer, value); }
__TILEC_ATOMIC(Add, int, __iAtomicAdd)
__TILEC_ATOMIC(Add, unsigned, __uAtomicAdd)
__TILEC_ATOMIC(Add, unsigned long long, __ullAtomicAdd)
__TILEC_ATOMIC(Add, float, __fAtomicAdd)
__TILEC_ATOMIC(Add, double, __dAtomicAdd)
__TILEC_ATOMIC(Exch, int, __iAtomicExch)
__TILEC_ATOMIC(Exch, unsigned, __uAtomicExch)
__TILEC_ATOMIC(Exch, unsigned long long, __ullAtomicExch)
__TILEC_ATOMIC(Exch, float, __fAtomicExch)
__TILEC_ATOMIC(Min, int, __iAtomicMin)
__TILEC_ATOMIC(Min, unsigned, __uAtomicMin)
__TILEC_ATOMIC(Min, long long, __illAtomicMin)
__TILEC_ATOMIC(Min, unsigned long long, __ullAtomicMin)
__TILEC_ATOMIC(Max, int, __iAtomicMax)
__TILEC_ATOMIC(Max, unsigned, __uAtomicMax)
__TILEC_ATOMIC(Max, long long, __illAtomicMax)
__TILEC_ATOMIC(Max, unsigned long long, __ullAtomicMax)
__TILEC_ATOMIC(And, int, __iAtomicAnd)
__TILEC_ATOMIC(And, unsigned, __uAtomicAnd)
__TILEC_ATOMIC(And, unsigned long long, __ullAtomicAnd)
__TILEC_ATOMIC(Or, int, __iAtomicOr)
__TILEC_ATOMIC(Or, unsigned, __uAtomicOr)
__TILEC_ATOMIC(Or, unsigned long long, __ullAtomicOr)
__TILEC_ATOMIC(Xor, int, __iAtomicXor)
__TILEC_ATOMIC(Xor, unsigned, __uAtomicXor)
__TILEC_ATOMIC(Xor, unsigned long long, __ullAtomicXor)
__TILEC_ATOMIC(Inc, unsigned, __uAtomicInc)
__TILEC_ATOMIC(Dec, unsigned, __uAtomicDec)
#undef __TILEC_ATOMIC
#define __TILEC_ATOMIC_CAS(_type, _clang)                                                                             \
  __device__ inline _type atomicCAS(_type *pointer, _type expected, _type value) {                                     \
    return _clang(pointer, expected, value);                                                                           \
  }
__TILEC_ATOMIC_CAS(int, __iAtomicCAS)
__TILEC_ATOMIC_CAS(unsigned, __uAtomicCAS)
__TILEC_ATOMIC_CAS(unsigned long long, __ullAtomicCAS)
#undef __TILEC_ATOMIC_CAS
__device__ inline int atomicSub(int *pointer, int value) { return atomicAdd(pointer, -value); }
__device__ inline unsigned atomicSub(unsigned *pointer, unsigned value) { return atomicAdd(pointer, 0u - value); }
