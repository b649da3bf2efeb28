// case: virtual_constexpr
// spec: [expr.const]/5
// accept: the static assertions hold; g++ 12 refuses it
struct A {
    constexpr virtual int f() const { return 1; }
    constexpr virtual ~A() {}
};
struct B : A {
    constexpr int f() const override { return 2; }
};
constexpr int g(const A &a) { return a.f(); }
static_assert(g(B{}) == 2 && g(A{}) == 1);
constexpr B b;
constexpr const A &r = b;
static_assert(r.f() == 2);
extern "C" __tile_global__ void test(int *p) {}
