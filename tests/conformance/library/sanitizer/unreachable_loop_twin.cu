// case: unreachable_loop_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    for (int i = 0; i < 4; i++) {
        if (i == n + 7) __builtin_unreachable();
        o[i] = i;
    }
}
