// case: lifetime_block
// spec: [basic.life]
// ub: rule 12: the object has ended
// arg: out i32[1]
// arg: i32 = 5
extern "C" __tile_global__ void test(int* o, int n) {
    int* q;
    {
        int z = n;
        q = &z;
    }
    o[0] = *q;
}
