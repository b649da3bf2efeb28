// case: virtual_in_constructor
// spec: [expr.const]/5
// accept: the static assertions hold
struct A {
    int k;
    constexpr A() : k(f()) {}
    constexpr virtual int f() const { return 1; }
};
struct B : A {
    int l;
    constexpr B() : l(f()) {}
    constexpr int f() const override { return 2; }
};
constexpr B b;
static_assert(b.k == 1 && b.l == 2);
extern "C" __tile_global__ void test(int *p) {}
