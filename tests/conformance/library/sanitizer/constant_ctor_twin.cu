// case: constant_ctor_twin
// spec: [dcl.type.cv]
// arg: inout i32[8] = iota
// arg: i32 = 2
// expect: [6, 1, 2, 3, 4, 5, 6, 7]
struct S {
    int x;
    __tile__ S(int n) {
        x = n;
        x += 1;
        set();
    }
    __tile__ void set() { x *= 2; }
    __tile__ ~S() { x = 0; }
};
extern "C" __tile_global__ void test(int* o, int n) {
    const S s(n);
    o[0] = s.x;
}
