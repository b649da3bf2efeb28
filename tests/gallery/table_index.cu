#include "cuda_tile.h"

constexpr int widths[] = {16, 32, 64, 128};

template <int Level> __tile_global__ void k(int* p) {
    constexpr int width = widths[Level];
    *p = width;
}
template __tile_global__ void k<4>(int*);

// cpp: An index that a table does not have
// A table of four elements has the indices 0 to 3.
