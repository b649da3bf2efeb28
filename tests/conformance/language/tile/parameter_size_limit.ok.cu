// case: parameter_size_limit
// spec: tile: 1.2 the largest argument that there is, and one of more than 4 KiB beside a pointer
// accept: sm_70 and later pass up to 32,764 bytes
#include "cuda_tile.h"

struct Large {
    unsigned char bytes[32764];
};
struct Table {
    int numbers[2000];
};
extern "C" __tile_global__ void test(Large large) {}
extern "C" __tile_global__ void other(int* out, const Table table, int i) { *out = table.numbers[i]; }
