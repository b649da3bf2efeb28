// case: range_for_not_a_range
// spec: [stmt.ranged] a range has a begin and an end
// reject: E0509 an int is not a range
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    for (int i : n) out[0] = i;
}
