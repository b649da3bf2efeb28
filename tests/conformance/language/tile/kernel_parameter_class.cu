// case: kernel_parameter_class
// spec: tile: 1.2 an object of class type is passed as its bytes, between other parameters
// arg: out i32[3]
// arg: struct = {i32 = 12, i32 = -5}
// arg: i32 = 100
// expect: [12, -5, 105]
#include "cuda_tile.h"

struct Config {
    int width, height;
};
extern "C" __tile_global__ void test(int* out, Config config, int more) {
    out[0] = config.width;
    out[1] = config.height;
    out[2] = more - config.height;
}
