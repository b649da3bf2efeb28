// case: member_class_defined_outside
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
template <class T> struct A {
    struct N;
};
template <class T> struct A<T>::N {
    T v;
    static constexpr int n = sizeof(T);
};
static_assert(A<short>::N::n == 2);
extern "C" __tile_global__ void test(int *p) {}
