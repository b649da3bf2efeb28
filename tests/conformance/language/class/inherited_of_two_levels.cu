// case: inherited_of_two_levels
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct A {
    int k;
    constexpr A(int x, int y = 2) : k(x * 10 + y) {}
};
struct B : A {
    using A::A;
    constexpr B(int q) : A(q, q) {}
};
struct C : B {
    using B::B;
};
static_assert(C(3).k == 33);
static_assert(C(3, 1).k == 31);
extern "C" __tile_global__ void test(int *p) {}
