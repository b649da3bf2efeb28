// case: parameter_const_table
// spec: [dcl.type.cv] a `const` argument is read where the launch has put it
// grid: 4
// arg: struct = {i32 = 4, out i32[1], out i32[1], out i32[1], out i32[1], i32 = 10, i32 = 20, i32 = 30, i32 = 40}
// expect: [10]
// expect: [20]
// expect: [30]
// expect: [40]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
struct Tensors {
    int count;
    int* to[4];
    int value[4];
};
extern "C" __tile_global__ void test(const __grid_constant__ Tensors tensors) {
    unsigned block = ct::bid().x;
    if (block < tensors.count) *tensors.to[block] = tensors.value[block];
}
