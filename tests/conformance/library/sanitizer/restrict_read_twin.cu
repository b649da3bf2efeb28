// case: restrict_read_twin
// spec: 3.1 Undefined Behavior Annex
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [0, 1, 2, 3, 4, 5, 6, 7]
__tile__ void f(const int* __restrict__ a, const int* __restrict__ b) {
    int x = a[1] + b[1];
    (void)x;
}
extern "C" __tile_global__ void test(int* o, int n) { f(o, o); }
