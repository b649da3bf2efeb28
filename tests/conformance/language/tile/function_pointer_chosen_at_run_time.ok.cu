// case: function_pointer_chosen_at_run_time
// spec: tile: 1.2 a branch between two calls
// accept: both are known
#include "cuda_tile.h"

__tile__ int next(int n) { return n + 1; }
__tile__ int square(int n) { return n * n; }

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = n > 3 ? next(n) : square(n);
}
