// case: unreachable_end
// spec: [stmt.return]
// ub: rule 31: control must not get there
// arg: inout i32[8] = iota
// arg: i32 = 2
__tile__ int f(int n) {
    if (n == 1) return 4;
}
extern "C" __tile_global__ void test(int* o, int n) { o[0] = f(n); }
