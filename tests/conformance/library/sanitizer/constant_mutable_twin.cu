// case: constant_mutable_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [8, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int x;
    mutable int y;
};
extern "C" __tile_global__ void test(int* o, int n) {
    const S s{n, 1};
    s.y = 9;
    const_cast<S&>(s).y = 8;
    o[0] = s.y;
}
