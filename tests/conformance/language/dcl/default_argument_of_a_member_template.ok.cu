// case: default_argument_of_a_member_template
// spec: [dcl.fct.default]/4, [dcl.fct.default]/6
// accept: it is given in the class; an ordinary member may get one outside
struct A {
    template <class T> constexpr int f(T, int b = 4) const;
    constexpr int g(int) const;
};
template <class T> constexpr int A::f(T, int b) const { return b; }
constexpr int A::g(int b = 4) const { return b; }
extern "C" __tile_global__ void test(int* out) { *out = A{}.f(1) + A{}.g(); }
