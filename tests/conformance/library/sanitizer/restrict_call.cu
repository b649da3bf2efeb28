// case: restrict_call
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: two pointers to one object, which is changed
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ void f(int* __restrict__ a, int* __restrict__ b) {
    a[1] = 5;
    b[0] = 6;
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o + 1); }
