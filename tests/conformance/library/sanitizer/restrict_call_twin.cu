// case: restrict_call_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 5, 2, 3, 6, 5, 6, 7]
__tile__ void f(int* __restrict__ a, int* __restrict__ b) {
    a[1] = 5;
    b[0] = 6;
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o + 4); }
