// case: unsequenced_cond
// spec: [intro.execution]
// ub: rule 33: both operands access the object
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int i = n;
    o[0] = (n == 2 ? i++ : 0) + i;
}
