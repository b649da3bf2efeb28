// case: member_const_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int a[2];
    int b[2];
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{1, 2}, {3, n}};
    o[0] = s.a[1];
}
