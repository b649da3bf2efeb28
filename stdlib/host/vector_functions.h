// The functions that make objects of the vector types.
#pragma once

#include <cuda_tile/detail/vector_types.h>

#define __TILEC_MAKE(_name, _type)                                                                                     \
  __host__ __device__ inline _name##1 make_##_name##1(_type x) { return {x}; }                                         \
  __host__ __device__ inline _name##2 make_##_name##2(_type x, _type y) { return {x, y}; }                             \
  __host__ __device__ inline _name##3 make_##_name##3(_type x, _type y, _type z) { return {x, y, z}; }                 \
  __host__ __device__ inline _name##4 make_##_name##4(_type x, _type y, _type z, _type w) { return {x, y, z, w}; }
__TILEC_MAKE(char, signed char)
__TILEC_MAKE(uchar, unsigned char)
__TILEC_MAKE(short, short)
__TILEC_MAKE(ushort, unsigned short)
__TILEC_MAKE(int, int)
__TILEC_MAKE(uint, unsigned int)
__TILEC_MAKE(long, long)
__TILEC_MAKE(ulong, unsigned long)
__TILEC_MAKE(longlong, long long)
__TILEC_MAKE(ulonglong, unsigned long long)
__TILEC_MAKE(float, float)
__TILEC_MAKE(double, double)
#undef __TILEC_MAKE
