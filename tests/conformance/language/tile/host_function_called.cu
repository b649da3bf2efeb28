// case: host_function_called
// spec: 1.2 Language and Architecture Support
// reject: E0540 tile code calls `__tile__` functions
#include "cuda_tile.h"

namespace ct = cuda::tiles;

int twice(int x) { return 2 * x; }

extern "C" __tile_global__ void test(int* out) { *out = twice(*out); }
