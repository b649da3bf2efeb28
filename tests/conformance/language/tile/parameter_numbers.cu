// case: parameter_numbers
// spec: tile: 1.2 members of every number type, each with the bytes that it has in memory
// arg: out f32[9]
// arg: struct = {bool = true, f16 = 1.5, bf16 = -2, f32 = 0.25, f64 = 8, u8 = 0x38, i64 = -7, u16 = 65535, i32 = 20}
// expect: [1, 1.5, -2, 0.25, 8, 1, -7, 65535, 1]
#include "cuda_tile.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

enum class Level : int { Low = 10, High = 20 };
struct Numbers {
    bool flag;
    __half half;
    __nv_bfloat16 brain;
    float single;
    double both;
    __nv_fp8_e4m3 tiny;
    long long wide;
    unsigned short narrow;
    Level level;
};
extern "C" __tile_global__ void test(float* out, Numbers n) {
    out[0] = n.flag;
    out[1] = static_cast<float>(n.half);
    out[2] = static_cast<float>(n.brain);
    out[3] = n.single;
    out[4] = static_cast<float>(n.both);
    out[5] = static_cast<float>(n.tiny);
    out[6] = static_cast<float>(n.wide);
    out[7] = n.narrow;
    out[8] = n.level == Level::High;
}
