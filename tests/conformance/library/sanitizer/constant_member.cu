// case: constant_member
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    const int x;
    int y;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s{n, 1};
    const_cast<int&>(s.x) = 9;
    o[0] = s.x;
}
