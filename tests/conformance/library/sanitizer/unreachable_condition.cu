// case: unreachable_condition
// spec: 3.1 Undefined Behavior Annex
// ub: rule 31: control must not get there
// arg: out i32[1]
// arg: i32 = -1
extern "C" __tile_global__ void test(int* o, int n) {
    if (n < 0) __builtin_unreachable();
    o[0] = n;
}
