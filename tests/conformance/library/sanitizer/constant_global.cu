// case: constant_global
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
__device__ const int G = 5;
__device__ int M = 5;
extern "C" __tile_global__ void test(int* o, int n) {
    const_cast<int&>(G) = n;
    o[0] = G;
}
