// case: constant_mutable
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
struct S {
    int x;
    mutable int y;
};
extern "C" __tile_global__ void test(int* o, int n) {
    const S s{n, 1};
    const_cast<S&>(s).x = 9;
    o[0] = s.x;
}
