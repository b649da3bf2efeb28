// case: spec_member_class_of_nested
// spec: [temp.expl.spec]/16
// accept: the static assertions hold
template <class T> struct A {
    template <class U> struct B {
        struct C {
            static constexpr int n = 1;
        };
    };
};
template <> template <> struct A<int>::B<char>::C {
    static constexpr int n = 2;
};
static_assert(A<int>::B<char>::C::n == 2 && A<int>::B<int>::C::n == 1);
extern "C" __tile_global__ void test(int *p) {}
