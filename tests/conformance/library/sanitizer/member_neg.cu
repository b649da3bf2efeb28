// case: member_neg
// spec: [expr.add]
// ub: rule 10: the element is behind the end of its array
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int a[2];
    int b[2];
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{1, 2}, {3, n}};
    int* p = s.b;
    o[0] = p[-1];
}
