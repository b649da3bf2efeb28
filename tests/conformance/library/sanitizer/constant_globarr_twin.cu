// case: constant_globarr_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [3, 1, 2, 3, 4, 5, 6, 7]
__device__ const int T[4] = {1, 2, 3, 4};
extern "C" __tile_global__ void test(int* o, int n) { o[0] = T[n]; }
