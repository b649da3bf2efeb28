// case: lifetime_write_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [5, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int z = 1;
    int* p;
    {
        p = &z;
    }
    *p = 5;
    o[0] = z;
}
