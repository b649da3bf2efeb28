// case: recursion_unbounded
// spec: tile: 1.2 every call is inlined, so recursion on a runtime value does not end
// reject: E0541 the depth depends on `n`
#include "cuda_tile.h"

__tile__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

extern "C" __tile_global__ void test(int* out, int n) { out[0] = factorial(n); }
