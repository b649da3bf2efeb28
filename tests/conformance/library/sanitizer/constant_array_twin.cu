// case: constant_array_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [4, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int a[3] = {1, 2, n};
    const int* p = &a[1];
    *const_cast<int*>(p) = 4;
    o[0] = a[1];
}
