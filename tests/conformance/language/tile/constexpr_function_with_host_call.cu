// case: constexpr_function_with_host_call
// spec: tile: 1.2 a `constexpr` function that reaches a host function
// reject: E0540 `report` is of the host
#include "cuda_tile.h"

int report(int n);
constexpr int checked(int n) { return n < 0 ? report(n) : n; }

extern "C" __tile_global__ void test(int* out, int n) { out[0] = checked(n); }
