// case: qualifier_behind_a_dot_is_inaccessible
// spec: [class.access.base], [basic.lookup.classref]/4
// accept: the same, corrected
struct A {
    static constexpr int a = 1;
};
struct C : public A {};
struct D : C {};
constexpr int f(D d) { return d.A::a; }
static_assert(f(D()) == 1);

extern "C" __tile_global__ void test(int*) {}
