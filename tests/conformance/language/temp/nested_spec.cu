// case: nested_spec
// spec: [temp.expl.spec]/16
// accept: the static assertions hold
template <class T> struct A {
    template <class U> struct I {
        static constexpr int n = 1;
    };
};
template <> template <class U> struct A<long>::I {
    static constexpr int n = 8;
};
static_assert(A<long>::I<int>::n == 8);
static_assert(A<int>::I<int>::n == 1);
extern "C" __tile_global__ void test(int *p) {}
