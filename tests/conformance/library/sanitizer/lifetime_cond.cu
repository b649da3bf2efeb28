// case: lifetime_cond
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* p = &o[1];
    if (n == 2) {
        int z = 3;
        p = &z;
    }
    o[0] = *p;
}
