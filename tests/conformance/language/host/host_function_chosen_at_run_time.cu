// case: host_function_chosen_at_run_time
// spec: tile: 1.2 each function that a pointer may point to is called by tile code
// reject: E0540 `square` is a function of the host
#include "cuda_tile.h"

__tile__ int next(int n) { return n + 1; }
int square(int n) { return n * n; }

__tile__ int apply(int (*step)(int), int n) { return step(n); }
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = apply(n > 3 ? next : square, n);
}
