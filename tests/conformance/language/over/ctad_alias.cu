// case: ctad_alias
// spec: [over.match.class.deduct]/1
// accept: the static assertions hold
template <class T, class U> struct S {
    T a;
    U b;
    constexpr S(T a, U b) : a(a), b(b) {}
};
template <class T> using A = S<T, int>;
constexpr A a(1.0, 2);
static_assert(__is_same(decltype(a), const S<double, int>));
extern "C" __tile_global__ void test(int *p) {}
