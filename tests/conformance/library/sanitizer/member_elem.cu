// case: member_elem
// spec: [expr.add]
// ub: rule 12: the element is behind the end of its array
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int a[2];
    int b;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s[2] = {{{1, 2}, 3}, {{4, 5}, n}};
    o[0] = s[0].a[n];
}
