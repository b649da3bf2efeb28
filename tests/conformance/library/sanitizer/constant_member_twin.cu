// case: constant_member_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [9, 1, 2, 3, 4, 5, 6, 7]
struct S {
    const int x;
    int y;
};
extern "C" __tile_global__ void test(int* o, int n) {
    S s{n, 1};
    const S& r = s;
    const_cast<int&>(r.y) = 9;
    o[0] = s.y;
}
