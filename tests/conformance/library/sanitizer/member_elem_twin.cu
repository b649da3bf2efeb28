// case: member_elem_twin
// spec: [expr.add]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [5, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int a[2];
    int b;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s[2] = {{{1, 2}, 3}, {{4, 5}, n}};
    o[0] = s[1].a[n - 1];
}
