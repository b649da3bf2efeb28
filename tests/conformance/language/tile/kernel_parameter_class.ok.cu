// case: kernel_parameter_class
// spec: tile: 1.2 the members one by one
// accept: the object is made in the kernel
#include "cuda_tile.h"

struct Config {
    int width, height;
};
extern "C" __tile_global__ void test(int* out, int width, int height) {
    Config config{width, height};
    out[0] = config.width;
}
