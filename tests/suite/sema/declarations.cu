//@ check
// [temp.mem], [namespace], [temp.variadic]: definitions outside of classes, namespaces, packs in
// all positions.
template <class T, class U> inline constexpr bool same = false;
template <class T> inline constexpr bool same<T, T> = true;
template <class T> T &&declval() noexcept;
template <class T> struct M {
    template <class U> constexpr int f(U u) const;
    template <class U> struct N {
        constexpr int g() const;
        static const int k;
    };
    constexpr int h() const;
    constexpr M(int);
    int v;
};
template <class T> template <class U> constexpr int M<T>::f(U u) const {
    return sizeof(T) * 10 + sizeof(U);
}
template <class A> template <class B> constexpr int M<A>::N<B>::g() const {
    return sizeof(A) + sizeof(B);
}
template <class T> constexpr int M<T>::h() const { return v; }
template <class T> constexpr M<T>::M(int x) : v(x) {}
static_assert(M<int>(3).h() == 3 && M<char>(1).f(2L) == 18 && M<int>::N<char>{}.g() == 5);
struct Ov {
    constexpr int f(int) const;
    constexpr int f(char) const;
    template <class T> constexpr int f(T *) const;
};
constexpr int Ov::f(char) const { return 2; }
constexpr int Ov::f(int) const { return 1; }
template <class T> constexpr int Ov::f(T *) const { return 3; }
static_assert(Ov{}.f(1) == 1 && Ov{}.f('c') == 2 && Ov{}.f((int *)nullptr) == 3);
namespace A {
constexpr int f(int);
namespace B {
struct S;
constexpr int g(S);
} // namespace B
} // namespace A
struct A::B::S {
    int v = 4;
};
constexpr int A::f(int x) { return x + 1; }
constexpr int A::B::g(S s) { return s.v; }
static_assert(A::f(1) == 2 && A::B::g(A::B::S{}) == 4);
namespace C {
using namespace A;
using A::f;
using B::S;
constexpr int f(char) { return 7; }
} // namespace C
static_assert(C::f('a') == 7 && C::f(1) == 2 && sizeof(C::S) == 4);
namespace D = A::B;
static_assert(g(D::S{}) == 4);
namespace {
constexpr int anon = 5;
namespace deep {
constexpr int d = 6;
}
} // namespace
static_assert(anon + deep::d == 11 && ::anon == 5);
namespace E {
template <class T> struct tr {
    static constexpr int k = 0;
};
template <class T> inline constexpr bool en = false;
template <class T> constexpr int fn(T) { return 0; }
} // namespace E
struct Mine {};
template <> struct E::tr<Mine> {
    static constexpr int k = 5;
};
template <> inline constexpr bool E::en<Mine> = true;
template <> constexpr int E::fn(Mine) { return 9; }
template <class T> struct E::tr<T *> {
    static constexpr int k = 6;
};
static_assert(E::tr<Mine>::k == 5 && E::en<Mine> && !E::en<int> && E::fn(Mine{}) == 9 &&
              E::tr<int *>::k == 6);
template <class T> struct Base {
    using type = T;
    static constexpr int n = 3;
    constexpr int get() const { return 8; }
    template <class U> constexpr int tmp() const { return sizeof(U); }
};
template <class T> struct Derv : Base<T> {
    using base = Base<T>;
    using base::n;
    using typename base::type;
    constexpr int call() const {
        return this->get() + n + this->template tmp<type>() + base::get();
    }
    Derv copy() const { return *this; }
    using self = Derv;
    template <template <class> class X> struct Q {
        using r = X<char>;
    };
    using z = typename Q<Derv>::r;
};
static_assert(Derv<int>{}.call() == 8 + 3 + 4 + 8 && same<Derv<int>::self, Derv<int>> &&
              same<Derv<int>::z, Derv<char>>);
template <class... T> struct Tup {};
template <class H, class... R> struct Tup<H, R...> {
    H h;
    Tup<R...> r;
    constexpr Tup(H a, R... b) : h(a), r(b...) {}
};
template <int I, class H, class... R> constexpr auto get(const Tup<H, R...> &t) {
    if constexpr (I == 0)
        return t.h;
    else
        return get<I - 1>(t.r);
}
template <class... T> Tup(T...) -> Tup<T...>;
constexpr Tup tup(1, 'c', 2.5);
static_assert(get<1>(tup) == 'c' && get<2>(tup) == 2.5 &&
              same<decltype(tup), const Tup<int, char, double>>);
template <class... T> struct Inh : T... {
    using T::f...;
    constexpr Inh(T... t) : T(t)... {}
};
struct I1 {
    constexpr int f(int) const { return 1; }
};
struct I2 {
    constexpr int f(char) const { return 2; }
};
static_assert(Inh<I1, I2>{I1{}, I2{}}.f('x') == 2);
template <int... N> constexpr int arr[] = {N...};
static_assert(arr<4, 5, 6>[2] == 6 && sizeof(arr<1, 2>) == 8);
template <class... T> constexpr int sz() {
    int s = 0;
    ((s += sizeof(T)), ...);
    return s;
}
static_assert(sz<int, char>() == 5);
template <class... T> constexpr bool allsame(T... a) { return ((same<T, int> && a > 0) && ...); }
static_assert(allsame(1, 2) && !allsame(1, 2L));
template <class... F> constexpr int comp(F... f) {
    int x = 1;
    ((x = f(x)), ...);
    return x;
}
static_assert(comp([](int a) { return a + 1; }, [](int a) { return a * 5; }) == 10);
template <class... T> constexpr auto lam(T... t) {
    return [=](auto... u) { return (0 + ... + (t * u)); };
}
static_assert(lam(1, 2, 3)(4, 5, 6) == 32);
template <class... T> constexpr int cap(T... t) {
    auto l = [... x = t]() { return (x + ...); };
    return l();
}
static_assert(cap(1, 2, 3) == 6);
template <template <class...> class... C> struct TT {
    template <class T> static constexpr int n = (0 + ... + sizeof(C<T>));
};
template <class... T> struct e1 {
    char c;
};
template <class... T> struct e2 {
    int c;
};
static_assert(TT<e1, e2>::n<int> == 5);
template <class T, T... A> struct ic {};
template <class T, T... A, T... B> constexpr int catn(ic<T, A...>, ic<T, B...>) {
    return sizeof...(A) * 10 + sizeof...(B);
}
static_assert(catn(ic<int, 1, 2>{}, ic<int, 3>{}) == 21);
template <unsigned... N> using rv = ic<unsigned, (N * 2)...>;
static_assert(same<rv<1, 2>, ic<unsigned, 2, 4>>);
template <class F, class... A>
concept Inv = requires(F f, A... a) { f(a...); };
static_assert(Inv<int (*)(int, char), int, char> && !Inv<int (*)(int), int, int>);
template <class... T> requires(sizeof...(T) > 1) && (same<T, int> && ...) constexpr int cr(T...) {
    return 1;
}
template <class... T> constexpr int cr(T...) { return 0; }
static_assert(cr(1, 2) == 1 && cr(1) == 0 && cr(1, 2L) == 0);
template <class T, class U>
concept SameAs = same<T, U>;
constexpr int ab(SameAs<int> auto x, SameAs<char> auto... y) { return x + sizeof...(y); }
static_assert(ab(1, 'a', 'b') == 3);
constexpr SameAs<int> auto ca = 3;
template <SameAs<long> auto V> struct nt {
    static constexpr auto v = V;
};
static_assert(nt<5L>::v == 5);
template <SameAs<int>... T> constexpr int cpk(T...) { return sizeof...(T); }
static_assert(cpk(1, 2) == 2);
template <class T>
concept C1 = sizeof(T) >= 1;
template <class T>
concept C2 = C1<T> && sizeof(T) >= 2;
template <class T>
concept C3 = C1<T> || sizeof(T) == 100;
template <class T>
concept C4 = C2<T> && !same<T, short>;
constexpr int co(C3 auto) { return 3; }
constexpr int co(C1 auto) { return 1; }
constexpr int co(C2 auto) { return 2; }
constexpr int co(C4 auto) { return 4; }
static_assert(co('c') == 1 && co(short(1)) == 2 && co(1) == 4);
struct Any {
    template <class T> constexpr operator T() const { return T{5}; }
    template <class T> requires same<T, char> constexpr operator T() const { return 'c'; }
};
constexpr int an = Any{};
constexpr char ac = Any{};
static_assert(an == 5 && ac == 'c');
struct Ptr {
    int v = 3;
    constexpr const Ptr *operator->() const { return this; }
    constexpr int operator*() const { return v; }
    constexpr int operator()(int a, int b) const { return a - b; }
    constexpr int operator[](int i) const { return i * v; }
    constexpr Ptr operator++(int) { return *this; }
    constexpr Ptr &operator++() {
        ++v;
        return *this;
    }
    constexpr operator int() const { return v; }
};
static_assert(Ptr{}->v == 3 && *Ptr{} == 3 && Ptr{}(5, 3) == 2 && Ptr{}[4] == 12 && ++Ptr{} == 4);
template <class T = int, class... R> struct DefA {
    static constexpr int n = sizeof...(R);
};
static_assert(DefA<>::n == 0);
constexpr int da(int a, int b = 2, int c = 3) { return a * 100 + b * 10 + c; }
static_assert(da(1) == 123 && da(1, 5) == 153);
template <class T> constexpr int dt(T a, T b = T(4)) { return a + b; }
static_assert(dt(1) == 5);
struct Dm {
    int x = 3;
    constexpr int f(int a = 7) const { return a + x; }
    static constexpr int s(int v = sizeof(int)) { return v; }
};
static_assert(Dm{}.f() == 10 && Dm::s() == 4);
constexpr auto &ra = arr<1, 2>;
static_assert(same<decltype(ra), const int (&)[2]>);
const auto *pa = &arr<3>;
auto &&fr = 3;
static_assert(same<decltype(fr), int &&>);
decltype(auto) dd = (fr);
static_assert(same<decltype(dd), int &>);
int gi;
static_assert(same<decltype((gi)), int &> && same<decltype(gi), int> &&
              same<decltype(gi + 1L), long> && same<decltype(declval<int>()), int &&> &&
              same<decltype(true ? 1 : 2.0), double> && same<decltype("ab"), const char (&)[3]> &&
              same<decltype(&gi), int *> && same<decltype(gi = 3), int &> &&
              same<decltype(gi++), int>);
using Fp = int (*)(int);
using Fr = int (&)(int);
using Ar = int (*)[3];
using Mf = int (Dm::*)(int) const;
static_assert(same<Fp, int (*)(int)> && sizeof(Ar) == 8 && same<decltype(&Dm::f), Mf> &&
              same<decltype(&Dm::x), int Dm::*>);
