// case: lifetime_array
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* p;
    {
        int a[3] = {1, 2, n};
        p = a + 1;
    }
    o[0] = p[0];
}
