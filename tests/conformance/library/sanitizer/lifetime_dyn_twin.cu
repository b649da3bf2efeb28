// case: lifetime_dyn_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int* p;
    int a[3] = {1, 2, n};
    {
        p = &a[n];
    }
    o[0] = *p;
}
