// case: restrict_local
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: two pointers to one object, which is changed
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int* __restrict__ p = o;
    p[1] = 2;
    o[0] = o[1];
}
