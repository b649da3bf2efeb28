// case: unreachable_switch
// spec: 3.1 Undefined Behavior Annex
// ub: rule 31: control must not get there
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    switch (n) {
        case 1:
            o[0] = 1;
            break;
        default:
            __builtin_unreachable();
    }
}
