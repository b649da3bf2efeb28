// case: parameter_pointer_to_member
// spec: [expr.unary.op] the address of a member of an argument, moved at run time
// arg: out i32[2]
// arg: struct = {i32 = 3, i32 = 5, i32 = 6, i32 = 7}
// arg: i32 = 2
// expect: [18, 7]
#include "cuda_tile.h"

struct List {
    int count;
    int items[3];
};
__tile__ int* last(List& list) { return list.items + list.count - 1; }
extern "C" __tile_global__ void test(int* out, List list, int n) {
    int sum = 0;
    for (const int* p = list.items; p != list.items + list.count; ++p) sum += *p;
    out[0] = sum;
    int* p = list.items;
    p += n;
    out[1] = p == last(list) ? *p : 0;
}
