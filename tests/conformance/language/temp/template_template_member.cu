// case: template_template_member
// spec: [temp.expl.spec]/16
// accept: the static assertions hold; g++ 12 refuses it
template <template <class> class X> struct A {
    template <class U> struct I {
        static constexpr int n = sizeof(X<U>);
    };
};
template <class U> struct W {
    U a, b;
};
static_assert(A<W>::I<int>::n == 8);
template <> template <class U> struct A<W>::I<U *> {
    static constexpr int n = 77;
};
static_assert(A<W>::I<int *>::n == 77);
extern "C" __tile_global__ void test(int *p) {}
