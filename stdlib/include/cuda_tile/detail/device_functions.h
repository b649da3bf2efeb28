// Functions of CUDA's device code that tile code may call, on scalars. Since CUDA 13.5.
#pragma once

#include <cuda_tile/detail/intrinsics.h>

/// The high half of the product of two signed numbers. Since CUDA 13.5.
[[tilec::since(13, 5)]] __tile__ inline int __mulhi(int x, int y) {
  return static_cast<int>((static_cast<long long>(x) * y) >> 32);
}
/// The high half of the product of two unsigned numbers. Since CUDA 13.5.
[[tilec::since(13, 5)]] __tile__ inline unsigned __umulhi(unsigned x, unsigned y) {
  return static_cast<unsigned>((static_cast<unsigned long long>(x) * y) >> 32);
}
/// The high half of the product of two unsigned numbers of 64 bits. Since CUDA 13.5.
[[tilec::since(13, 5)]] __tile__ inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
  return cuda::tiles::__op::mulhii(x, y);
}
/// Ends the kernel with an error. Since CUDA 13.5.
[[noreturn]] [[tilec::since(13, 5)]] __tile__ inline void __trap() { __builtin_trap(); }
