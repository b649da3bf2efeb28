// case: static_member_spec
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
template <class T> struct A {
    static const int n;
};
template <class T> const int A<T>::n = 1;
template <> const int A<int>::n = 5;
static_assert(A<int>::n == 5 && A<char>::n == 1);
extern "C" __tile_global__ void test(int *p) {}
