// case: algorithm_min_needs_one_type
// spec: [alg.min.max]
// arg: i32 = 2
// arg: out i32[1]
// accept: the type is written
#include <algorithm>

extern "C" __tile_global__ void test(int n, int* out) { *out = std::min<double>(n, 1.0); }
