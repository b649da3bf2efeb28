// case: unreachable_end_twin
// spec: [stmt.return]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [4, 1, 2, 3, 4, 5, 6, 7]
__tile__ int f(int n) {
    if (n == 1) return 4;
}
extern "C" __tile_global__ void test(int* o, int n) { o[0] = f(1); }
