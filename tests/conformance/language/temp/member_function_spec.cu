// case: member_function_spec
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
template <class T> struct A {
    static constexpr int f() { return 1; }
};
template <> constexpr int A<long>::f() { return 2; }
static_assert(A<long>::f() == 2 && A<int>::f() == 1);
extern "C" __tile_global__ void test(int *p) {}
