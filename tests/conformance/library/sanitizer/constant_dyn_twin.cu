// case: constant_dyn_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int a[3] = {1, 2, 3};
    const int* p = a;
    const_cast<int*>(p)[n] = 4;
    o[0] = a[1];
}
