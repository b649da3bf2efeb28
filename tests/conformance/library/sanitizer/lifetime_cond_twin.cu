// case: lifetime_cond_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [3, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int z = 3;
    int* p = &o[1];
    if (n == 2) {
        p = &z;
    }
    o[0] = *p;
}
