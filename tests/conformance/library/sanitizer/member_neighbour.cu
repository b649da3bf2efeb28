// case: member_neighbour
// spec: [expr.add]
// ub: rule 12: the element is behind the end of its array
// arg: out i32[1]
// arg: i32 = 2
extern "C" __tile_global__ void test(int* o, int n) {
    struct {
        int a[2];
        int b[2];
    } s = {{1, 2}, {3, 4}};
    o[0] = s.a[n];
}
