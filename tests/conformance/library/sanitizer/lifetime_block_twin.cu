// case: lifetime_block_twin
// spec: [basic.life]
// arg: out i32[1]
// arg: i32 = 5
// expect: [5]
extern "C" __tile_global__ void test(int* o, int n) {
    int* q;
    {
        int z = n;
        q = &z;
        o[0] = *q;
    }
}
