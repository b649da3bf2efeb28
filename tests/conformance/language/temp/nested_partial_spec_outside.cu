// case: nested_partial_spec_outside
// spec: [temp.expl.spec]/16
// accept: the static assertions hold
template <class T> struct A {
    template <class U> struct I {
        static constexpr int n = 1;
    };
};
template <class T> template <class U> struct A<T>::I<U *> {
    static constexpr int n = 2;
};
static_assert(A<long>::I<char *>::n == 2);
static_assert(A<long>::I<char>::n == 1);
extern "C" __tile_global__ void test(int *p) {}
