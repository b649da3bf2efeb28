// case: unreachable_loop
// spec: 3.1 Undefined Behavior Annex
// ub: rule 31: control must not get there
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    for (int i = 0; i < 4; i++) {
        if (i == n) __builtin_unreachable();
        o[i] = i;
    }
}
