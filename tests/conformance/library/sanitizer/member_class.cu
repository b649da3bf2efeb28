// case: member_class
// spec: [expr.add]
// ub: rule 10: the element is behind the end of its array
// arg: inout i32[8] = iota
// arg: i32 = 2
struct Q {
    int x, y;
};
struct S {
    Q a[2];
    Q b;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{{1, 2}, {3, 4}}, {5, n}};
    o[0] = s.a[n].y;
}
