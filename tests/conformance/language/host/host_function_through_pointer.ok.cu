// case: host_function_through_pointer
// spec: tile: 1.2 tile code calls `__tile__` functions, through pointers too
// accept: it is one of tile code
#include "cuda_tile.h"

using Step = int (*)(int);
__tile__ int next(int n) { return n + 1; }
__tile__ int square(int n) { return n * n; }
constexpr Step steps[2] = {next, square};

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = steps[0](n);
    out[1] = steps[1](n);
}
