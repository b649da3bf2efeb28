// case: recursion_mutual_unbounded
// spec: tile: 1.2 two functions that call each other
// reject: E0541 the depth depends on `n`
#include "cuda_tile.h"

__tile__ int pong(int n);
__tile__ int ping(int n) {
    if (n > 0) return pong(n - 1);
    return 0;
}
__tile__ int pong(int n) { return ping(n) + 1; }

extern "C" __tile_global__ void test(int* out, int n) { out[0] = ping(n); }
