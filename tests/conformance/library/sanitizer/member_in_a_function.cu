// case: member_in_a_function
// spec: [expr.add]
// ub: rule 12: the loop runs into the next member
// arg: out i32[1]
// arg: i32 = 2
struct S {
    int a[2], b[2];
};
__tile__ int total(const int* p) {
    int t = 0;
    for (int i = 0; i < 4; i++) t += p[i];
    return t;
}

extern "C" __tile_global__ void test(int* o, int n) {
    S s = {{1, 2}, {3, n}};
    o[0] = total(s.a);
}
