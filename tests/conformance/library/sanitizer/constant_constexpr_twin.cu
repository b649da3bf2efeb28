// case: constant_constexpr_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    static constexpr int k[2] = {1, 2};
    o[0] = k[n - 1];
}
