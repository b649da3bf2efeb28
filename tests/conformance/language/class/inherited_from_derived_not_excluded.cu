// case: inherited_from_derived_not_excluded
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct B {
    int k = 1;
    constexpr B() {}
    constexpr B(const B &, int) : k(5) {}
};
struct D : B {
    using B::B;
};
static_assert(D(B(), 1).k == 5);
extern "C" __tile_global__ void test(int *p) {}
