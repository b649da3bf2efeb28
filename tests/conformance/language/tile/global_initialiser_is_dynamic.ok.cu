// case: global_initialiser_is_dynamic
// spec: [basic.start.static] a constant initialiser
// accept: the value is known
#include "cuda_tile.h"

constexpr int read(const int* p) { return *p; }
constexpr int one = 1;
__device__ int start = read(&one);

extern "C" __tile_global__ void test(int* out) { out[0] = start; }
