// case: lifetime_loop_twin
// spec: [basic.life]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [3, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int* q = nullptr;
    int s = 0;
    for (int i = 0; i < n + 1; i++) {
        int z = i;
        q = &z;
        s += *q;
    }
    o[0] = s;
}
