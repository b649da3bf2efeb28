// case: variable_template_spec_in_class
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
struct A {
    template <class T> static constexpr int n = 1;
};
template <> constexpr int A::n<int> = 2;
template <class T> constexpr int A::n<T *> = 3;
static_assert(A::n<char> == 1 && A::n<int> == 2 && A::n<int *> == 3);
extern "C" __tile_global__ void test(int *p) {}
