// case: member_function_template_spec_for_class
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
template <class T> struct A {
    template <class U> static constexpr int f(U) { return 1; }
};
template <> template <class U> constexpr int A<long>::f(U) { return 2; }
template <> template <> constexpr int A<long>::f(char) { return 3; }
static_assert(A<long>::f(1) == 2 && A<int>::f(1) == 1 && A<long>::f('c') == 3);
extern "C" __tile_global__ void test(int *p) {}
