// case: kernel_parameter_types
// spec: tile: 1.2 numbers of every kind, enumerations, pointers to pointers
// arg: out f32[6]
// arg: bool = true
// arg: i8 = -3
// arg: u16 = 500
// arg: i64 = 5000000000
// arg: f64 = 0.25
// arg: i32 = 1
// expect: [1, -3, 500, 5, 0.25, 20]
#include "cuda_tile.h"

enum Mode { Slow = 10, Fast = 20 };
enum class Level : int { Low, High };
extern "C" __tile_global__ void test(float* __restrict__ out, bool flag, signed char c,
                                     unsigned short s, long long l, double d, Level level) {
    out[0] = flag;
    out[1] = c;
    out[2] = s;
    out[3] = static_cast<float>(l / 1000000000);
    out[4] = static_cast<float>(d);
    out[5] = level == Level::High ? Fast : Slow;
}
