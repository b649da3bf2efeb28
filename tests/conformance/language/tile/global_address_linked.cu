// case: global_address_linked
// spec: [basic.start.static] objects that hold the addresses of each other, and of themselves
// arg: out i32[4]
// arg: i32 = 7
// expect: [3, 1, 2, 3]
#include "cuda_tile.h"

struct Node {
    Node* next;
    int value;
};
extern __device__ Node first;
__device__ Node third = {&first, 3};
__device__ Node second = {&third, 2};
__device__ Node first = {&second, 1};
__device__ Node own = {&own, 3};

extern "C" __tile_global__ void test(int* out, int steps) {
    out[0] = own.next->next->value;
    Node* at = &first;
    for (int i = 0; i < steps; ++i) {
        if (i < 3) out[1 + i] = at->value;
        at = at->next;
    }
}
