// case: global_pointers_to_tables
// spec: [dcl.constexpr] pointers to constant tables; which of them is known at run time only
// grid: 3
// arg: out i32[3]
// expect: [3, 30, 300]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
constexpr int ones[] = {1, 2, 3}, tens[] = {10, 20, 30};
struct Tables {
    static constexpr int hundreds[] = {100, 200, 300};
};
constexpr const int* tables[] = {ones, tens, Tables::hundreds};
__device__ const int* const* chosen = &tables[0];

extern "C" __tile_global__ void test(int* out) {
    unsigned block = ct::bid().x;
    out[block] = block == 0 ? *(chosen[block] + 2) : tables[block][2];
}
