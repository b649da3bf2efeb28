// case: partial_specialisation_by_constraint
// spec: [temp.spec.partial]/1
// accept: the static assertions hold
template <class T> struct S {
    static constexpr int n = 0;
};
template <class T>
    requires(sizeof(T) == 4)
struct S<T> {
    static constexpr int n = 1;
};
template <class T> struct S<T *> {
    static constexpr int n = 2;
};
static_assert(S<char>::n == 0 && S<int>::n == 1 && S<char *>::n == 2);
extern "C" __tile_global__ void test(int *p) {}
