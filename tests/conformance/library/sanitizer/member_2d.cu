// case: member_2d
// spec: [expr.add]
// ub: rule 12: the element is behind the end of its array
// arg: inout i32[8] = iota
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    o[0] = m[0][n + 1];
}
