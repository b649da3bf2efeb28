// case: explicit_instantiation_after_specialisation
// spec: [temp.explicit]/3
// accept: the static assertions hold
template <class T> struct A {
    static constexpr int n = 1;
};
template <> struct A<int> {
    static constexpr int n = 2;
};
template struct A<int>;
static_assert(A<int>::n == 2);
extern "C" __tile_global__ void test(int *p) {}
