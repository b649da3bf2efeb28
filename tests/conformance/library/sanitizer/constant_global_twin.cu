// case: constant_global_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
__device__ const int G = 5;
__device__ int M = 5;
extern "C" __tile_global__ void test(int* o, int n) {
    M = n;
    o[0] = M;
}
