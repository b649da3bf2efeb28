//@ check
// [temp.deduct], [temp.func.order]: deduction, partial ordering, substitution failure.
template <class T, class U> inline constexpr bool same = false;
template <class T> inline constexpr bool same<T, T> = true;
template <class T> T &&declval() noexcept;
constexpr int f(...) { return 0; }
template <class T> constexpr auto f(T t) -> decltype(t.x, 1) { return 1; }
struct X {
    int x;
};
struct Y {};
static_assert(f(X{}) == 1 && f(Y{}) == 0 && f(3) == 0);
template <class T> constexpr int g(T) { return 0; }
template <class T> constexpr int g(T *) { return 1; }
template <class T> constexpr int g(T **) { return 2; }
template <class T> constexpr int g(const T *) { return 3; }
constexpr int gi = 1;
constexpr const int *gp = &gi;
static_assert(g(1) == 0 && g((int *)nullptr) == 1 && g((int **)nullptr) == 2 && g(gp) == 3);
template <class T> constexpr int h(T &) { return 0; }
template <class T> constexpr int h(const T &) { return 1; }
template <class T> constexpr int h(T &&) { return 2; }
constexpr int hc = 0;
static_assert(h(hc) == 1 && h(5) == 2);
template <class... T> constexpr int v(T...) { return 0; }
template <class T> constexpr int v(T) { return 1; }
template <class T, class... U> constexpr int v(T, T, U...) { return 2; }
static_assert(v() == 0 && v(1) == 1 && v(1, 2) == 2 && v(1, 2.0) == 0 && v(1, 2, 3.0) == 2);
template <class T, int N> constexpr int len(const T (&)[N]) { return N; }
static_assert(len("abc") == 4 && len({1, 2, 3}) == 3);
template <class R = long, class T = int> constexpr R d(T t = T{}) { return R(t); }
static_assert(sizeof(d()) == 8 && sizeof(d<char>(3)) == 1 && same<decltype(d<short>(2)), short>);
template <class T> struct id {
    using type = T;
};
template <class T> constexpr T nd(T a, typename id<T>::type b) { return a + b; }
static_assert(nd(1.5, 1) == 2.5);
template <class F, class... A> constexpr auto call(F f, A... a) { return f(a...); }
constexpr int add(int a, int b) { return a + b; }
static_assert(call([](auto x, auto y) { return x * y; }, 3, 4) == 12);
template <class T> constexpr bool lv(T &&) { return false; }
template <class T> constexpr bool lv(T &) { return true; }
int gv;
static_assert(same<decltype(lv(gv)), bool>);
template <template <class, class> class P, class A, class B> constexpr int tt(P<A, B>) {
    return sizeof(A) + sizeof(B);
}
template <class A, class B> struct pr {
    A a;
    B b;
};
static_assert(tt(pr<int, char>{}) == 5);
template <template <class...> class P, class... A> constexpr int tn(P<A...>) {
    return sizeof...(A);
}
static_assert(tn(pr<int, char>{}) == 2);
struct Base {
    int b;
};
template <class T> struct Der : Base {
    T t;
};
struct Der2 : Der<int> {};
template <class T> constexpr int der(const Der<T> &) { return sizeof(T); }
template <class T> constexpr int derp(const Der<T> *) { return sizeof(T); }
static_assert(der(Der2{}) == 4 && derp((Der2 *)nullptr) == 4);
template <class T> constexpr auto ret(T t) {
    if constexpr (sizeof(T) == 1)
        return 'c';
    else
        return t;
}
static_assert(same<decltype(ret('a')), char> && same<decltype(ret(1.0)), double>);
template <class T> constexpr decltype(auto) fwd(T &&t) { return static_cast<T &&>(t); }
static_assert(same<decltype(fwd(gv)), int &> && same<decltype(fwd(1)), int &&>);
template <int N> constexpr int fact() {
    if constexpr (N <= 1)
        return 1;
    else
        return N * fact<N - 1>();
}
static_assert(fact<5>() == 120);
template <class T> constexpr int ex(T) { return 0; }
template <> constexpr int ex<int>(int) { return 1; }
template <> constexpr int ex(char) { return 2; }
static_assert(ex(1L) == 0 && ex(1) == 1 && ex('c') == 2);
template <class T>
concept Addable = requires(T a, T b) { a + b; };
template <class T>
concept Big = Addable<T> && sizeof(T) >= 8;
constexpr int ov(Addable auto) { return 1; }
constexpr int ov(Big auto) { return 2; }
constexpr int ov(auto) { return 0; }
static_assert(ov(1) == 1 && ov(1L) == 2 && ov(X{}) == 0);
template <class T> requires Addable<T> constexpr int rq(T) { return 1; }
template <class T> constexpr int rq(T) requires Big<T> { return 2; }
static_assert(rq(1) == 1);
template <class T> struct conv {
    template <class U> constexpr operator U() const { return U(7); }
};
constexpr int cv = conv<int>{};
static_assert(cv == 7);
struct Ex {
    int v;
    explicit(false) constexpr Ex(int x) : v(x) {}
    template <class T> explicit(sizeof(T) == 8) constexpr Ex(T t, int) : v(t) {}
};
constexpr Ex e1 = 3;
constexpr Ex e2 = {short(4), 0};
static_assert(e1.v == 3 && e2.v == 4);
template <class T> constexpr int ptrk(T T::*) { return 1; }
struct Self {
    Self *x;
    Self *Self::*q;
};
template <class C, class M> constexpr int mp(M C::*) { return sizeof(M); }
static_assert(mp(&X::x) == 4);
template <class R, class... A> constexpr int ar(R (*)(A...)) { return sizeof...(A); }
static_assert(ar(add) == 2 && ar(&add) == 2);
constexpr int ol(int) { return 1; }
constexpr int ol(char, char) { return 2; }
template <class T> using ptr = T *;
template <class T> constexpr int al(ptr<T>) { return sizeof(T); }
static_assert(al((char *)nullptr) == 1);
template <class... T> constexpr int sum(T... t) { return (t + ... + 0); }
template <class... T> constexpr int sum2(T... t) { return sum((t * 2)...); }
static_assert(sum2(1, 2, 3) == 12);
template <int... I, class... T> constexpr int mix(T... t) { return ((I * t) + ...); }
static_assert(mix<1, 2, 3>(4, 5, 6) == 32);
template <class... A, class... B> constexpr int two(pr<A, B>... p) {
    return sizeof...(A) + sizeof...(B);
}
static_assert(two(pr<int, char>{}, pr<char, int>{}) == 4);
namespace N {
struct T {};
constexpr int adl(T) { return 5; }
template <class U> constexpr int adlt(U) { return 6; }
namespace in {
struct Q {};
} // namespace in
} // namespace N
static_assert(adl(N::T{}) == 5 && adlt(N::T{}) == 6);
template <class T> constexpr int late(T t) { return late2(t); }
namespace N {
constexpr int late2(T) { return 9; }
} // namespace N
static_assert(late(N::T{}) == 9);
template <class T> constexpr auto opt(T t, int = sizeof(T)) { return 1; }
static_assert(opt(3) == 1);
