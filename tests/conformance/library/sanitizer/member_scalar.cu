// case: member_scalar
// spec: [expr.add]
// ub: rule 12: the element is behind the end of its array
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int x, y;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s = {1, n};
    int* p = &s.x;
    o[0] = p[1];
}
