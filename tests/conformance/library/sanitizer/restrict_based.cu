// case: restrict_based
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: two pointers to one object, which is changed
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ void f(int* __restrict__ a, int* b) {
    int* c = a + 1;
    c[0] = 3;
    b[1] = 4;
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o); }
