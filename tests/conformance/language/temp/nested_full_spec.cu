// case: nested_full_spec
// spec: [temp.expl.spec]/16
// accept: the static assertions hold
template <class T> struct A {
    template <class U> struct I {
        static constexpr int n = 1;
    };
};
template <> template <> struct A<long>::I<char> {
    static constexpr int n = 9;
};
static_assert(A<long>::I<char>::n == 9);
static_assert(A<long>::I<int>::n == 1);
static_assert(A<int>::I<char>::n == 1);
extern "C" __tile_global__ void test(int *p) {}
