// case: kernel_parameter_wrapper
// spec: tile: 1.2 a class with one number is passed as the number
// arg: out i32[1]
// arg: i32 = 41
// expect: [42]
#include "cuda_tile.h"

struct Count {
    int value;
    __tile__ int next() const { return value + 1; }
};
extern "C" __tile_global__ void test(int* out, Count count) { out[0] = count.next(); }
