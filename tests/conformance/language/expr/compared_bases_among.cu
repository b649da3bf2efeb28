// case: compared_bases_among
// spec: [expr.rel]/4
// reject: E0570 not a constant expression: it orders pointers into different
struct A {
    int a;
};
struct B {
    int b;
};
struct D : A, B {
    int d;
};
constexpr D d{};
static_assert(&d.a < &d.b);
extern "C" __tile_global__ void test(int *p) {}
