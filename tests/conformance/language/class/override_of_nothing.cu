// case: override_of_nothing
// spec: [class.virtual]/4
// reject: E0551 `B::f()` is marked `override` but does not override a member
struct A {
    constexpr int f() const { return 1; }
};
struct B : A {
    constexpr int f() const override { return 2; }
};
extern "C" __tile_global__ void test(int *p) {
    B b;
    p[0] = b.f();
}
