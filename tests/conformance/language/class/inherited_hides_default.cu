// case: inherited_hides_default
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct B {
    int k;
    constexpr B(int x, int y = 2) : k(x * 10 + y) {}
};
struct C : B {
    using B::B;
    constexpr C(int q) : B(q, q) {}
};
constexpr C c(3);
static_assert(c.k == 33);
constexpr C d(3, 4);
static_assert(d.k == 34);
extern "C" __tile_global__ void test(int *p) {}
