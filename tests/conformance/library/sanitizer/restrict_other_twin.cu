// case: restrict_other_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 1, 1, 3, 4, 3, 6, 7]
__tile__ void f(int* __restrict__ a, int* b) {
    b[1] = 3;
    a[2] = a[1];
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o + 4); }
