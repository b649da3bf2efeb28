// case: host_function_called
// spec: 1.2 Language and Architecture Support
// accept: it is one
#include "cuda_tile.h"

namespace ct = cuda::tiles;

__tile__ int twice(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) { *out = twice(*out); }
