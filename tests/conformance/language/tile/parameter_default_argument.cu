// case: parameter_default_argument
// spec: [dcl.fct.default] a default argument is for the host's call; a launch passes all
// arg: out i32[1]
// arg: struct = {i32 = 8, i32 = 9}
// arg: i32 = 3
// expect: [20]
#include "cuda_tile.h"

struct Config {
    int a = 1, b = 2;
};
extern "C" __tile_global__ void test(int* out, Config config = Config{5, 6}, int n = 100) {
    out[0] = config.a + config.b + n;
}
