// case: inherited_template_hides
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct B {
    int k;
    template <class T> constexpr B(T, int y = 2) : k(y) {}
};
struct C : B {
    using B::B;
    template <class T> constexpr C(T) : B(0, 9) {}
};
static_assert(C(1).k == 9);
static_assert(C(1, 4).k == 4);
extern "C" __tile_global__ void test(int *p) {}
