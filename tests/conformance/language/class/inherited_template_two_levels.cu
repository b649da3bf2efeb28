// case: inherited_template_two_levels
// spec: [class.inhctor.init]/1
// accept: the static assertions hold
struct A {
    int k;
    template <class T> constexpr A(T, int y = 2) : k(sizeof(T) * 10 + y) {}
};
struct B : A {
    using A::A;
    int b = 5;
};
struct C : B {
    using B::B;
    int c = 6;
};
static_assert(C('a').k == 12 && C(1).k == 42 && C(1).b == 5 && C(1).c == 6);
extern "C" __tile_global__ void test(int *p) {}
