// case: global_address_of_member
// spec: [expr.unary.op]/3 addresses of members, of elements of members and of bases
// arg: out i32[4]
// arg: i32 = 2
// expect: [5, 9, 1, 6]
#include "cuda_tile.h"

struct Base {
    int id;
};
struct Entry : Base {
    char name;
    int sizes[3];
};
struct Table {
    double weight;
    Entry entries[2];
};
__device__ Table table = {0.5, {{{1}, 'a', {2, 3, 5}}, {{6}, 'b', {7, 8, 9}}}};
__device__ int* size = &table.entries[0].sizes[2];
__device__ Base* base = &table.entries[1];
__device__ int (*row)[3] = &table.entries[1].sizes;
__device__ Entry* entry = table.entries;

extern "C" __tile_global__ void test(int* out, int i) {
    out[0] = *size;
    out[1] = (*row)[i];
    out[2] = entry->id;
    out[3] = base->id;
}
