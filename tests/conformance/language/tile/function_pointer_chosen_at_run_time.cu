// case: function_pointer_chosen_at_run_time
// spec: tile: 1.2 which function is called must be known at compile time
// reject: E0584 the pointer depends on `n`
#include "cuda_tile.h"

__tile__ int next(int n) { return n + 1; }
__tile__ int square(int n) { return n * n; }

extern "C" __tile_global__ void test(int* out, int n) {
    int (*step)(int) = n > 3 ? next : square;
    out[0] = step(n);
}
