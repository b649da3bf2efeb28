#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

__tile_global__ void kernel(int* p) { *p = factorial(*p); }

// cpp: A function that calls itself
// Calls are inlined: write a loop.
