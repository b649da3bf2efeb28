// case: virtual_covariant
// spec: [expr.const]/5
// accept: the static assertions hold
struct A {
    constexpr virtual const A *self() const { return this; }
    int a = 1;
};
struct X {
    int x = 9;
};
struct B : X, A {
    constexpr const B *self() const override { return this; }
    int b = 5;
};
constexpr B b;
constexpr const A &a = b;
static_assert(b.self()->b == 5 && a.self()->a == 1);
extern "C" __tile_global__ void test(int *p) {}
