#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(const int* p, int* out, int n) {
    auto visit = [&](int i) {
        if (p[i] == 0) break;
        *out = i;
    };
    for (int i = 0; i < n; ++i) visit(i);
}

// cpp: `break` in a lambda that a loop calls
// `return` leaves the lambda; the loop that calls it continues.
