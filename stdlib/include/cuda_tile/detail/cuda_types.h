// The names that CUDA C++ has without any include, as far as tile code can use them.
#pragma once

using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype(static_cast<char *>(nullptr) - static_cast<char *>(nullptr));

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long uint64_t;
// Names that GCC and Clang have without a header.
typedef __int128 __int128_t;
typedef unsigned __int128 __uint128_t;

// Attributes that are macros of nvcc's; of the others each is a word of the language here.
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __block_size__(...)
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__

/// Three unsigned numbers; the type of a block index.
struct uint3 {
  unsigned int x, y, z;
};

/// A grid size; missing numbers are 1.
struct dim3 {
  unsigned int x, y, z;
  __tile__ __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  __tile__ __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __tile__ __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

#ifdef __TILEC_HOST__
#include <cstdio>
#else
/// C printf; a tile prints element by element. Builtin: lowers to Tile IR `print_tko`.
template <class... _Args>
[[tilec::op("print")]] __tile__ __host__ __device__ int printf(char const *format, _Args... args);
#endif
