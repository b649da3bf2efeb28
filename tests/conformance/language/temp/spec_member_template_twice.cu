// case: spec_member_template_twice
// spec: [temp.expl.spec]/16
// reject: E0309 `I` is defined a second time
template <class T> struct A {
    template <class U> struct I {
        static constexpr int n = 1;
    };
};
template <> template <class U> struct A<long>::I {
    static constexpr int n = 8;
};
template <> template <class U> struct A<long>::I {
    static constexpr int n = 8;
};
static_assert(A<long>::I<int>::n == 8);
extern "C" __tile_global__ void test(int *p) {}
