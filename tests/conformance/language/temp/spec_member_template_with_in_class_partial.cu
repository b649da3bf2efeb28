// case: spec_member_template_with_in_class_partial
// spec: [temp.expl.spec]/16
// accept: the static assertions hold; clang 19 refuses it
template <class T> struct A {
    template <class U> struct I {
        static constexpr int n = 1;
    };
    template <class U> struct I<U *> {
        static constexpr int n = 2;
    };
};
template <> template <class U> struct A<long>::I {
    static constexpr int n = 8;
};
static_assert(A<long>::I<int *>::n == 8 && A<int>::I<int *>::n == 2 && A<long>::I<int>::n == 8);
extern "C" __tile_global__ void test(int *p) {}
