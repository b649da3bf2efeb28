// case: inherited_variadic
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct A {
    int k;
    template <class... T> constexpr A(T... t) : k((0 + ... + t)) {}
};
struct D : A {
    using A::A;
};
static_assert(D(1, 2, 3).k == 6 && D(4).k == 4);
extern "C" __tile_global__ void test(int *p) {}
