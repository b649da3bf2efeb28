// case: virtual_final_override_refused
// spec: [expr.const]/5
// reject: E0551 `B::f()` overrides a function that is `final`
struct A {
    constexpr virtual int f() const final { return 1; }
};
struct B : A {
    constexpr int f() const { return 2; }
};
extern "C" __tile_global__ void test(int *p) {
    B b;
    p[0] = b.f();
}
