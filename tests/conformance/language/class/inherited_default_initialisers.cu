// case: inherited_default_initialisers
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct A {
    int a;
    constexpr A(int a) : a(a) {}
};
struct D : A {
    using A::A;
    int x = a * 2;
    int y = x + 1;
};
static_assert(D(3).y == 7);
extern "C" __tile_global__ void test(int *p) {}
