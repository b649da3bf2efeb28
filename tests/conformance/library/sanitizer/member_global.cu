// case: member_global
// spec: [expr.add]
// ub: rule 12: the element is behind the end of its array
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int a[2];
    int b[2];
};
extern "C" __tile_global__ void test(int* o, int n) {
    S* s = (S*)o;
    o[0] = s->a[n];
}
