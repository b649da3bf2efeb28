// case: constant_globarr
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
__device__ const int T[4] = {1, 2, 3, 4};
extern "C" __tile_global__ void test(int* o, int n) {
    const_cast<int*>(T)[n] = n;
    o[0] = T[n];
}
