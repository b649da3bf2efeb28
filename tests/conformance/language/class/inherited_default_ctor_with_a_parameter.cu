// case: inherited_default_ctor_with_a_parameter
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct B {
    int k;
    constexpr B(int x = 7) : k(x) {}
};
struct D : B {
    using B::B;
};
static_assert(D(3).k == 3 && D().k == 7 && D{}.k == 7);
extern "C" __tile_global__ void test(int *p) {}
