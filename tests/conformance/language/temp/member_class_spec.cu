// case: member_class_spec
// spec: [temp.expl.spec]/1
// accept: the static assertions hold
template <class T> struct A {
    struct N {
        static constexpr int n = 1;
    };
};
template <> struct A<int>::N {
    static constexpr int n = 5;
};
static_assert(A<int>::N::n == 5 && A<char>::N::n == 1);
extern "C" __tile_global__ void test(int *p) {}
