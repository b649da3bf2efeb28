// case: lifetime_write
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* p;
    {
        int z = 1;
        p = &z;
    }
    *p = 5;
    o[0] = n;
}
