// case: lifetime_loop
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* q = nullptr;
    int s = 0;
    for (int i = 0; i < n + 1; i++) {
        int z = i;
        if (q) s += *q;
        q = &z;
    }
    o[0] = s;
}
