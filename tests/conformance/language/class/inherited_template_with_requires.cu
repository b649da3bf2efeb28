// case: inherited_template_with_requires
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
template <class T>
concept I = __is_same(T, int);
struct B {
    int k;
    template <I T> constexpr B(T) : k(1) {}
    template <class T> constexpr B(T) : k(2) {}
};
struct D : B {
    using B::B;
};
static_assert(D(1).k == 1 && D('a').k == 2);
extern "C" __tile_global__ void test(int *p) {}
