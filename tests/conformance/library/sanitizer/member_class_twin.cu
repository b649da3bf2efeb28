// case: member_class_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [4, 1, 2, 3, 4, 5, 6, 7]
struct Q {
    int x, y;
};
struct S {
    Q a[2];
    Q b;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{{1, 2}, {3, 4}}, {5, n}};
    o[0] = s.a[n - 1].y;
}
