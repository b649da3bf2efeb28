// case: member_2d_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [6, 1, 2, 3, 4, 5, 6, 7]
extern "C" __tile_global__ void test(int* o, int n) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    o[0] = m[1][n];
}
