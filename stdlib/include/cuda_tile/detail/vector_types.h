// The vector types of CUDA C++: plain structures of one to four numbers, those of two and four aligned to their size, but
// not beyond 16 bytes. `vector_types.h` by its CUDA name; every source has them.
#pragma once

#include <cuda_tile/detail/cuda_types.h>

// `_name` is what the names begin with; `_two` and `_four` are alignments.
#define __TILEC_VECTOR_TYPES(_name, _type, _two, _four)                                                                \
  struct _name##1 {                                                                                                    \
    _type x;                                                                                                           \
  };                                                                                                                   \
  struct alignas(_two) _name##2 {                                                                                      \
    _type x, y;                                                                                                        \
  };                                                                                                                   \
  struct alignas(_four) _name##4 {                                                                                     \
    _type x, y, z, w;                                                                                                  \
  };
#define __TILEC_WIDE_VECTORS(_name, _type)                                                                             \
  struct alignas(16) _name##4_16a {                                                                                    \
    _type x, y, z, w;                                                                                                  \
  };                                                                                                                   \
  struct alignas(32) _name##4_32a {                                                                                    \
    _type x, y, z, w;                                                                                                  \
  };
#define __TILEC_VECTOR_OF_THREE(_name, _type)                                                                          \
  struct _name##3 {                                                                                                    \
    _type x, y, z;                                                                                                     \
  };

__TILEC_VECTOR_TYPES(char, signed char, 2, 4)
__TILEC_VECTOR_TYPES(uchar, unsigned char, 2, 4)
__TILEC_VECTOR_TYPES(short, short, 4, 8)
__TILEC_VECTOR_TYPES(ushort, unsigned short, 4, 8)
__TILEC_VECTOR_TYPES(int, int, 8, 16)
__TILEC_VECTOR_TYPES(uint, unsigned int, 8, 16)
__TILEC_VECTOR_TYPES(long, long, 16, 16)
__TILEC_VECTOR_TYPES(ulong, unsigned long, 16, 16)
__TILEC_VECTOR_TYPES(longlong, long long, 16, 16)
__TILEC_VECTOR_TYPES(ulonglong, unsigned long long, 16, 16)
__TILEC_VECTOR_TYPES(float, float, 8, 16)
__TILEC_VECTOR_TYPES(double, double, 16, 16)

__TILEC_VECTOR_OF_THREE(char, signed char)
__TILEC_VECTOR_OF_THREE(uchar, unsigned char)
__TILEC_VECTOR_OF_THREE(short, short)
__TILEC_VECTOR_OF_THREE(ushort, unsigned short)
__TILEC_VECTOR_OF_THREE(int, int)
// uint3 is the type of a block index, of cuda_types.h.
__TILEC_VECTOR_OF_THREE(long, long)
__TILEC_VECTOR_OF_THREE(ulong, unsigned long)
__TILEC_VECTOR_OF_THREE(longlong, long long)
__TILEC_VECTOR_OF_THREE(ulonglong, unsigned long long)
__TILEC_VECTOR_OF_THREE(float, float)
__TILEC_VECTOR_OF_THREE(double, double)

__TILEC_WIDE_VECTORS(long, long)
__TILEC_WIDE_VECTORS(ulong, unsigned long)
__TILEC_WIDE_VECTORS(longlong, long long)
__TILEC_WIDE_VECTORS(ulonglong, unsigned long long)
__TILEC_WIDE_VECTORS(double, double)

#undef __TILEC_VECTOR_TYPES
#undef __TILEC_WIDE_VECTORS
#undef __TILEC_VECTOR_OF_THREE
