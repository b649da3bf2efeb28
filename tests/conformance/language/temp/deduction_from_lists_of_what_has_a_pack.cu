// case: deduction_from_lists_of_what_has_a_pack
// spec: [over.match.class.deduct]/1.3, [temp.deduct.call]/1
// arg: out i32[5]
// expect: [12, 5, 7, 9, 4]
// note: nothing is deduced from a list for the copy deduction candidate: packs are empty, other parameters have their defaults
template <class T, class U>
constexpr bool same = false;
template <class T>
constexpr bool same<T, T> = true;
template <class... T>
struct Listed {
    int n;
    template <class... U>
    __tile__ constexpr Listed(U... u) : n((u + ... + 0)) {}
};
template <class... T>
struct Pointed {
    int n;
    __tile__ constexpr Pointed(T*...) : n(0) {}
    template <class... U>
    __tile__ constexpr Pointed(U... u) : n((u + ... + 0)) {}
};
template <class... T>
Pointed(T...) -> Pointed<T...>;
template <class T = long>
struct Default {
    T n;
    template <class U>
    __tile__ constexpr Default(U a, U b) : n(a * b) {}
};
template <class A, class... T>
struct Both {
    int n;
    template <class... U>
    __tile__ constexpr Both(U... u) : n((u + ... + 0)) {}
};
template <class... T>
using Of = Both<int, T...>;
extern "C" __tile_global__ void test(int* out) {
    Listed a({3, 9});
    static_assert(same<decltype(a), Listed<>>);
    Pointed b({2, 3});
    static_assert(same<decltype(b), Pointed<>>);
    static_assert(same<decltype(Listed({1, 2, 3})), Listed<>>);
    Default c({1, 7});
    static_assert(same<decltype(c), Default<long>>);
    Of d({4, 5});
    static_assert(same<decltype(d), Both<int>>);
    Default e(Default<char>(2, 2));
    static_assert(same<decltype(e), Default<char>>);
    out[0] = a.n;
    out[1] = b.n;
    out[2] = (int)c.n;
    out[3] = d.n;
    out[4] = e.n;
}
