// case: restrict_loop
// spec: 3.1 Undefined Behavior Annex
// ub: rule 32: two pointers to one object, which is changed
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ void f(int* __restrict__ a, int* __restrict__ b) {
    for (int k = 0; k < 2; k++) a[k] = b[k];
}
extern "C" __tile_global__ void test(int* o, int n) {
    for (int i = 0; i < n; i++) f(o, o + 1);
}
