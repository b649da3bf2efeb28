// case: fp16_and_bf16_do_not_mix
// spec: tile: 1.7.4 half and bfloat16 have no common type
// reject: E0501 neither converts to the other, and both to many types
#include <cuda_fp16.h>
#include <cuda_bf16.h>

extern "C" __tile_global__ void test(__half a, __nv_bfloat16 b, float* out) { out[0] = a + b; }
