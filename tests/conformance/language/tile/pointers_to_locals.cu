// case: pointers_to_locals
// spec: [expr.unary.op] addresses of locals, stored in structures and chosen at run time
// arg: out i32[4]
// arg: i32 = 3
// expect: [13, 20, 13, 21]
#include "cuda_tile.h"

struct Pair {
    int* first;
    int* second;
};
__tile__ void add(int* to, int by) { *to += by; }

extern "C" __tile_global__ void test(int* out, int n) {
    int a = 10, b = 20;
    Pair both{&a, &b};
    add(both.first, n);
    out[0] = a;
    out[1] = *both.second;
    int* chosen = n > 2 ? &a : &b;
    out[2] = *chosen;
    int& other = n > 2 ? b : a;
    ++other;
    out[3] = b;
}
