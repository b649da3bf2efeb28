// case: parameter_dynamic_index
// spec: [expr.sub] an array in an argument has an address where the index is known at run time only
// grid: 3
// arg: out f32[3]
// arg: struct = {i32 = 1, f32 = 1, f32 = 2, f32 = 4, f32 = 8, f32 = 16}
// expect: [2, 4, 8]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
struct Table {
    int start;
    float weights[5];
};
extern "C" __tile_global__ void test(float* out, Table table) {
    unsigned block = ct::bid().x;
    out[block] = table.weights[table.start + block];
}
