// case: inherited_ellipsis
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct A {
    int k = 0;
    constexpr A(...) : k(1) {}
};
struct D : A {
    using A::A;
    constexpr D(int) : A() { k = 2; }
};
static_assert(D(1).k == 2);
extern "C" __tile_global__ void test(int *p) {}
