// case: fp16_and_a_constant_object
// spec: tile: 2.13.1 a constant converts to an integer, half to every number
// accept: half is made from a constant
#include <cuda_fp16.h>
#include <type_traits>

extern "C" __tile_global__ void test(__half a, float* out) { out[0] = a * __half(std::integral_constant<int, 3>{}); }
