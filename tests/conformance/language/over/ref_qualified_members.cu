// case: ref_qualified_members
// spec: [over.match.funcs]/4, [dcl.fct]/6
// arg: out i32[6]
// expect: [1, 2, 3, 4, 11, 3]
struct S {
    __tile__ int f() & { return 1; }
    __tile__ int f() const& { return 2; }
    __tile__ int f() && { return 3; }
    __tile__ int f() const&& { return 4; }
    __tile__ int g() { return 5; }
    __tile__ int h() const { return 6; }
};
__tile__ S make() { return {}; }
__tile__ S const make_const() { return {}; }

extern "C" __tile_global__ void test(int* out) {
    S s;
    S const c;
    out[0] = s.f();
    out[1] = c.f();
    out[2] = make().f();
    out[3] = make_const().f();
    out[4] = make().g() + c.h();
    out[5] = static_cast<S&&>(s).f();
}
