// case: restrict_based_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 5, 2, 3, 4, 5, 6, 7]
__tile__ void f(int* __restrict__ a, int* b) {
    int* c = a + 1;
    c[0] = 3;
    a[1] = 4;
    int* d = c;
    d[0] = 5;
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o); }
