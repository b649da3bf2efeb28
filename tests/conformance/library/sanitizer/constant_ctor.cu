// case: constant_ctor
// spec: [dcl.type.cv]
// ub: rule 12: a constant object is written to
// arg: inout i32[8] = iota
// arg: i32 = 2
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
    const_cast<S&>(s).x = 1;
    o[0] = s.x;
}
