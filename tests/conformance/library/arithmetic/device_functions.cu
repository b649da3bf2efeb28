// case: device_functions
// spec: CUDA 13.5: __mulhi, __umulhi, __umul64hi, __trap; tf32 from and to numbers
// rows: 13.5-37..42
// arg: i32 = -16
// arg: u32 = 10
// arg: u64 = 4294967299
// arg: out u64[6]
// arg: out f32[4]
// expect: [18446744073709551612, 5, 1, 4294967296, 0, 7]
// expect: [1.5, -16, 10, 0.125]
// note: the high halves of -16 * 2^30, of 10 * 2^31 and of (2^32 + 3)^2, which is 2^64 and less than 2^36.
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int a, unsigned b, unsigned long long c, unsigned long long* out, float* floats) {
    out[0] = static_cast<unsigned long long>(static_cast<long long>(__mulhi(a, 0x40000000)));
    out[1] = __umulhi(b, 0x80000000u);
    out[2] = __umul64hi(c, c);
    out[3] = __umul64hi(c, 0xffffffffffffffffull) - 2;
    out[4] = __mulhi(3, 5);
    if (b == 11)
        __trap();
    out[5] = 7;
    __nv_tf32 x(1.5f), y(a);
    floats[0] = static_cast<float>(x);
    floats[1] = static_cast<float>(y);
    floats[2] = static_cast<float>(static_cast<double>(__nv_tf32(b)));
    floats[3] = static_cast<float>(__nv_tf32(0.125));
}
