//@ check
// What converts the packed floating point types is code of the host.
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

__tile_global__ void kernel(float* out, float2 two, float4 four, __nv_fp6_e3m2 x) {
    __nv_fp6_e2m3 b{1};          //~ error[E0540]
    __nv_fp8x2_e4m3 c(two);      //~ error[E0540]
    __nv_fp6x4_e3m2 d(four);     //~ error[E0540]
    out[0] = static_cast<float>(x);  //~ error[E0540]
}
