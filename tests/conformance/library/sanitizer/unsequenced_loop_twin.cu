// case: unsequenced_loop_twin
// spec: [intro.execution]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [5, 4, 7, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int i = 0;
    while (i < 3) {
        o[i] = i ^ 5;
        i++;
    }
}
