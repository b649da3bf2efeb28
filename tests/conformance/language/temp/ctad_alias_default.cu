// case: ctad_alias_default
// spec: [over.match.class.deduct]/3
// arg: out i32[2]
// expect: [8, 4]
// The guides of an alias template have the default arguments of its parameters.
template <class T, class U> constexpr bool same = false;
template <class T> constexpr bool same<T, T> = true;
template <class T, class U = int> struct S {
    T t;
    constexpr S(T t) : t(t) {}
    constexpr S() : t() {}
};
template <class T = double> using L = S<T>;
template <class T, class U = T*> using M = S<T, U>;
template <class U = char, class T = short> using N = S<T, U>;
L a{};
L b;
L c(1);
M d{2.5f};
N e;
static_assert(same<decltype(a), S<double>> && same<decltype(b), S<double, int>> && same<decltype(c), S<int>>);
static_assert(same<decltype(d), S<float, float*>> || same<decltype(d), S<float, int>>);
static_assert(same<decltype(e), S<short, char>>);
extern "C" __tile_global__ void test(int* out) {
    L x;
    out[0] = sizeof(x.t);
    L y(1);
    out[1] = sizeof(y.t);
}
