// case: unsequenced_cond_twin
// spec: [intro.execution]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int i = n;
    o[0] = (n == 3 ? i++ : 0) + i;
}
