// case: kernel_parameter_class
// spec: tile: 1.2 a class of several members is not passed
// reject: E0581 two members
#include "cuda_tile.h"

struct Config {
    int width, height;
};
extern "C" __tile_global__ void test(int* out, Config config) { out[0] = config.width; }
