// case: member_by_reference
// spec: [expr.add]
// ub: rule 12: the reference is to an array of two
// arg: out i32[1]
// arg: i32 = 2
struct S {
    int a[2], b[2];
};

extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{1, 2}, {3, 4}};
    int(&a)[2] = s.a;
    o[0] = a[n];
}
