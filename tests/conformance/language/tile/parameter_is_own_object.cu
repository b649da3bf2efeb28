// case: parameter_is_own_object
// spec: [expr.call]/6 a parameter is an object of its own in every tile block
// grid: 3
// arg: out i32[6]
// arg: struct = {i32 = 1, i32 = 2, i32 = 3, i32 = 4}
// expect: [11, 1, 12, 2, 13, 3]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
struct Four {
    int of[4];
};
__tile__ int sum(const Four& four) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += four.of[i];
    return sum;
}
extern "C" __tile_global__ void test(int* out, Four four) {
    unsigned block = ct::bid().x;
    int before = four.of[block];
    four.of[block] += 1 + block;
    out[2 * block] = sum(four);
    out[2 * block + 1] = before;
}
