#include "cuda_tile.h"
namespace ct = cuda::tiles;

#define TWICE (value) ((value) + (value))

__tile__ int fourfold(int n) { return TWICE(n) + TWICE(n); }

// cpp: A blank in front of the parameters of a macro
// With the blank it is a macro without parameters, which stands for the rest of its line.
