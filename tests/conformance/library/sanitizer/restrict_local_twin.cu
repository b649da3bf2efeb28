// case: restrict_local_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 2, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    {
        int* __restrict__ p = o;
        p[1] = 2;
    }
    o[0] = o[1];
}
