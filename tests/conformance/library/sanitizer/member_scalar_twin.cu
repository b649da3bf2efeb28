// case: member_scalar_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [2, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int x, y;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s = {1, n};
    int* p = &s.x;
    o[0] = p[0] + (p + 1 == &s.y);
}
