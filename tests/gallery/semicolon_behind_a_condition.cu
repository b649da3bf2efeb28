#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ int sign(int n) {
    int s = 0;
    if (n > 0)
        s = 1;
    else if (n < 0);
        s = -1;
    else
        s = 2;
    return s;
}

// cpp: A semicolon behind a condition
// It is the statement that the condition is for.
