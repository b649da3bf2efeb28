// case: default_argument_of_a_member_template
// spec: [dcl.fct.default]/4
// reject: E0324 the member template has none where it is declared
struct A {
    template <class T> constexpr int f(T, int) const;
};
template <class T> constexpr int A::f(T, int b = 4) const { return b; }
extern "C" __tile_global__ void test(int* out) { *out = A{}.f(1, 2); }
