// case: forbidden_in_host_code
// spec: tile: 1.2 what tile code cannot contain is fine beside it
// arg: out i32[1]
// arg: i32 = 4
// expect: [8]
#include "cuda_tile.h"

int on_the_host(int n) {
    int* p = new int(n);
    try {
        if (n < 0) throw n;
    } catch (int) {
    }
    asm volatile("nop");
    return *p;
}
__device__ int in_a_thread() {
    __shared__ int shared[32];
    __syncthreads();
    return shared[threadIdx.x];
}
extern "C" __tile_global__ void test(int* out, int n) { out[0] = 2 * n; }
