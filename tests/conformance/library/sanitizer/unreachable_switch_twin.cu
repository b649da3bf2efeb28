// case: unreachable_switch_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [1, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    switch (n) {
        case 2:
            o[0] = 1;
            break;
        default:
            __builtin_unreachable();
    }
}
