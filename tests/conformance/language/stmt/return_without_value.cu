// case: return_without_value
// spec: [stmt.return] a function with a result returns a value
// reject: E0520 a value is missing
#include "cuda_tile.h"

__tile__ int get(int n) {
    if (n) return;
    return 1;
}
extern "C" __tile_global__ void test(int* out, int n) { out[0] = get(n); }
