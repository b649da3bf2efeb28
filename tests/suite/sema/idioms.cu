//@ check
// Library idioms: detection, tag dispatch, sequences, expression templates, constant classes.
template <class T, class U> inline constexpr bool same = false;
template <class T> inline constexpr bool same<T, T> = true;
template <class T> struct remove_cvref {
    using type = __remove_cvref(T);
};
template <bool B, class T, class F> struct cond {
    using type = T;
};
template <class T, class F> struct cond<false, T, F> {
    using type = F;
};
template <bool B, class T, class F> using cond_t = typename cond<B, T, F>::type;
static_assert(same<cond_t<(sizeof(int) > 2), int, char>, int>);
template <class T> using iter = cond_t<same<T, int>, long, cond_t<same<T, char>, short, void>>;
static_assert(same<iter<int>, long> && same<iter<char>, short> && same<iter<float>, void>);
template <class...> struct common;
template <class T> struct common<T> {
    using type = T;
};
template <class A, class B> struct common<A, B> {
    using type = __decay(decltype(true ? A() : B()));
};
template <class A, class B, class... R> struct common<A, B, R...>
    : common<typename common<A, B>::type, R...> {};
static_assert(same<common<int, char, double>::type, double>);
template <class T, class = void> struct det {
    static constexpr bool v = false;
};
template <class T> struct det<T, decltype(void(T{}.foo()))> {
    static constexpr bool v = true;
};
struct Foo {
    void foo();
};
static_assert(det<Foo>::v && !det<int>::v);
template <class T> auto tst(int) -> decltype(T::value, same<int, int>);
template <class T> char tst(...);
static_assert(sizeof(tst<int>(0)) == 1);
template <class T> constexpr bool isp = false;
template <class T> constexpr bool isp<T *> = true;
template <class T> constexpr bool isp<T *const> = true;
static_assert(isp<int *> && isp<int *const> && !isp<int>);
template <class From, class To>
concept conv = __is_convertible(From, To) && requires { static_cast<To>(From{}); };
static_assert(conv<int, double> && !conv<int *, int>);
template <class T> struct opt {
    bool has;
    T v;
    constexpr opt() : has(false), v() {}
    constexpr opt(T x) : has(true), v(x) {}
    template <class F> constexpr auto map(F f) const -> opt<decltype(f(v))> {
        if (has)
            return opt<decltype(f(v))>(f(v));
        return {};
    }
    constexpr T value_or(T d) const { return has ? v : d; }
};
static_assert(opt<int>(3).map([](int x) { return x * 2.5; }).value_or(0) == 7.5 &&
              opt<int>().map([](int x) { return x; }).value_or(9) == 9);
template <unsigned long... I> struct is {};
template <unsigned long N, unsigned long... I> struct mk : mk<N - 1, N - 1, I...> {};
template <unsigned long... I> struct mk<0, I...> {
    using type = is<I...>;
};
static_assert(same<mk<3>::type, is<0, 1, 2>>);
template <class T, unsigned long... I> constexpr T sumi(const T *p, is<I...>) {
    return (p[I] + ...);
}
constexpr int dat[] = {1, 2, 3, 4};
static_assert(sumi(dat, mk<4>::type{}) == 10);
template <class T, int R, int C> struct Mat {
    T a[R][C];
    template <int K> constexpr Mat<T, R, K> operator*(const Mat<T, C, K> &o) const {
        Mat<T, R, K> r{};
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < K; ++j)
                for (int k = 0; k < C; ++k)
                    r.a[i][j] += a[i][k] * o.a[k][j];
        return r;
    }
};
static_assert((Mat<int, 2, 2>{{{1, 2}, {3, 4}}} * Mat<int, 2, 1>{{{5}, {6}}}).a[1][0] == 39);
template <class L, class R> struct Add {
    L l;
    R r;
    constexpr int operator()(int i) const { return l(i) + r(i); }
};
struct Id {
    constexpr int operator()(int i) const { return i; }
};
template <class L, class R> requires requires(L l, R r) {
    l(0);
    r(0);
} constexpr Add<L, R> operator+(L l, R r) {
    return {l, r};
}
static_assert((Id{} + Id{} + Id{})(4) == 12);
struct t0 {};
struct t1 : t0 {};
struct t2 : t1 {};
constexpr int tag(t0) { return 0; }
constexpr int tag(t1) { return 1; }
static_assert(tag(t2{}) == 1 && tag(t0{}) == 0);
template <int N> struct rank : rank<N - 1> {};
template <> struct rank<0> {};
template <class T> constexpr auto rk(T t, rank<1>) -> decltype(t.size(), 1) { return 1; }
template <class T> constexpr int rk(T, rank<0>) { return 0; }
struct Szd {
    int size() const;
};
static_assert(rk(Szd{}, rank<1>{}) == 1 && rk(3, rank<1>{}) == 0);
struct Str {
    const char *p;
    int n;
    constexpr Str(const char *s) : p(s), n(0) {
        while (s[n])
            ++n;
    }
    constexpr bool operator==(Str o) const {
        if (n != o.n)
            return false;
        for (int i = 0; i < n; ++i)
            if (p[i] != o.p[i])
                return false;
        return true;
    }
    constexpr char operator[](int i) const { return p[i]; }
};
static_assert(Str("abc") == "abc" && Str("abc") != Str("abd") && Str("xyz")[1] == 'y');
template <class T, int N> struct Stack {
    T d[N]{};
    int n = 0;
    constexpr void push(T t) { d[n++] = t; }
    constexpr T pop() { return d[--n]; }
    constexpr bool empty() const { return n == 0; }
};
constexpr int stk() {
    Stack<int, 8> s;
    for (int i = 0; i < 5; ++i)
        s.push(i * i);
    int r = 0;
    while (!s.empty())
        r = r * 3 + s.pop();
    return r;
}
static_assert(stk() == 16 * 81 + 9 * 27 + 4 * 9 + 1 * 3 + 0);
enum class Color { red, green = 5, blue };
template <Color C> struct Col {
    static constexpr int v = static_cast<int>(C);
};
static_assert(Col<Color::blue>::v == 6);
using enum Color;
static_assert(Col<green>::v == 5);
template <class E> constexpr auto under(E e) { return static_cast<__underlying_type(E)>(e); }
static_assert(under(Color::blue) == 6);
struct PM {
    int a, b;
    constexpr int f() const { return a; }
};
template <int PM::*P> constexpr int rd(PM m) { return m.*P; }
static_assert(rd<&PM::b>({1, 2}) == 2);
template <auto F> constexpr int callf(int x) { return F(x); }
constexpr int dbl(int x) { return 2 * x; }
static_assert(callf<dbl>(4) == 8 && callf<[](int x) { return x + 1; }>(4) == 5);
inline constexpr int gk = 4;
template <const int &R> struct ref {
    static constexpr int v = R;
};
static_assert(ref<gk>::v == 4);
template <class T> struct Cnt {
    static inline int n = 0;
    static constexpr const char *nm = "x";
};
constexpr int loc() {
    struct L {
        int a;
        constexpr int sq() const { return a * a; }
    };
    enum { k = 3 };
    using T = L;
    T t{k};
    return t.sq();
}
static_assert(loc() == 9);
template <class T> constexpr int loct(T x) {
    struct L {
        T a;
        constexpr T g() const { return a; }
    };
    return L{x}.g();
}
static_assert(loct(4) == 4 && loct('a') == 97);
struct H0 {
    constexpr int f(int) const { return 0; }
};
struct H1 : H0 {
    constexpr int f(char) const { return 1; }
};
struct H2 : H0 {
    using H0::f;
    constexpr int f(char) const { return 1; }
};
static_assert(H1{}.f(1) == 1 && H2{}.f(1) == 0 && H2{}.f('c') == 1 && H1{}.H0::f(2) == 0);
constexpr int tp(double) { return 1; }
template <class T> constexpr int tpc(T) { return tp(1); }
constexpr int tp(int) { return 2; }
static_assert(tpc(0) == 1);
namespace Q {
struct A {};
template <class T> struct W {};
constexpr int operator+(A, A) { return 11; }
constexpr bool operator==(A, int) { return true; }
template <class T> constexpr int sz(W<T>) { return sizeof(T); }
} // namespace Q
static_assert(Q::A{} + Q::A{} == 11 && Q::A{} == 1 && 1 == Q::A{} && sz(Q::W<char>{}) == 1);
namespace R {
template <class T> constexpr int ad(T) { return 1; }
struct Z {};
} // namespace R
template <class T> struct Wr {};
static_assert(ad(Wr<R::Z>{}) == 1);
constexpr int sel(auto... x) {
    return [](auto a, auto... r) { return a + sizeof...(r); }(x...);
}
static_assert(sel(5, 6, 7) == 7);
