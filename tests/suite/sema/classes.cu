//@ check
// [class], [over.match.class.deduct]: members, friends, deduction of class arguments, literals,
// lambdas.
template <class T, class U> inline constexpr bool same = false;
template <class T> inline constexpr bool same<T, T> = true;
template <class T> struct Vec {
    T v[3];
    constexpr T operator[](int i) const { return v[i]; }
    friend constexpr Vec operator+(Vec a, Vec b) {
        return {{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2]}};
    }
    constexpr bool operator==(const Vec &) const = default;
};
static_assert((Vec<int>{{1, 2, 3}} + Vec<int>{{1, 1, 1}})[2] == 4 &&
              Vec<int>{{1, 2, 3}} == Vec<int>{{1, 2, 3}} &&
              Vec<int>{{1, 2, 3}} != Vec<int>{{1, 2, 4}});
template <class T> struct CRTP {
    constexpr const T &self() const { return static_cast<const T &>(*this); }
    constexpr int twice() const { return self().get() * 2; }
};
struct Impl : CRTP<Impl> {
    constexpr int get() const { return 21; }
};
static_assert(Impl{}.twice() == 42);
struct A {
    int a;
    constexpr A(int x) : a(x) {}
    constexpr A(int x, int y) : a(x + y) {}
};
struct B : A {
    using A::A;
    int b = 5;
};
constexpr B b1(3), b2(1, 2);
static_assert(b1.a == 3 && b2.a == 3 && b2.b == 5);
template <class... F> struct over : F... {
    using F::operator()...;
};
template <class... F> over(F...) -> over<F...>;
constexpr auto o = over{[](int) { return 1; }, [](char) { return 2; }};
static_assert(o(1) == 1 && o('c') == 2);
template <class T> struct Opt {
    T x;
    constexpr Opt(T t) : x(t) {}
    template <class U> explicit constexpr Opt(const Opt<U> &o) : x(o.x) {}
};
static_assert(same<decltype(Opt(Opt(3))), Opt<int>> && same<decltype(Opt{2.0}), Opt<double>>);
template <int N> struct Arr {
    int d[N];
};
template <class... T> Arr(T...) -> Arr<sizeof...(T)>;
constexpr Arr ar{1, 2, 3};
static_assert(sizeof(ar) == 12);
template <class T, int N = 4> struct Def {
    T t;
    constexpr Def(T x) : t(x) {}
};
static_assert(same<decltype(Def(1)), Def<int, 4>>);
template <class T> using DA = Def<T, 7>;
namespace n1 {
inline namespace v2 {
struct Z {
    static constexpr int k = 3;
    struct In {
        enum E { e0, e1 };
        enum class C : char { c0 = 5 };
    };
};
} // namespace v2
namespace v1 {
struct Z {};
} // namespace v1
} // namespace n1
static_assert(n1::Z::k == 3 && n1::Z::In::e1 == 1 && static_cast<int>(n1::Z::In::C::c0) == 5 &&
              n1::v2::Z::In::E::e1 == 1);
struct U1 {
    union {
        int i;
        float f;
    };
    int j;
    constexpr U1() : i(4), j(5) {}
};
static_assert(U1{}.i == 4 && U1{}.j == 5);
struct Agg {
    int a, b = 2;
    int c[2];
};
static_assert(Agg{1}.b == 2 && Agg{.a = 5, .c = {1, 2}}.c[1] == 2 && Agg{1, 2, 3, 4}.c[1] == 4);
struct Lit {
    char s[8];
    constexpr Lit(const char (&x)[4]) : s{} {
        for (int i = 0; i < 4; ++i)
            s[i] = x[i];
    }
    constexpr bool operator==(const Lit &) const = default;
};
template <Lit L> struct Named {
    static constexpr char c = L.s[1];
};
static_assert(Named<"abc">::c == 'b' && same<Named<"abc">, Named<"abc">> &&
              !same<Named<"abc">, Named<"abd">>);
struct P2 {
    int x, y;
};
template <P2 P> constexpr int py = P.y;
static_assert(py<P2{1, 2}> == 2 && py<{3, 4}> == 4);
struct Cmp {
    int a;
    constexpr bool operator<(const Cmp &o) const { return a < o.a; }
};
static_assert(Cmp{1} < Cmp{2});
struct Call {
    template <class T> constexpr auto operator()(T t) const -> decltype(t + 1) { return t + 1; }
    constexpr operator bool() const { return true; }
};
static_assert(Call{}(2) == 3 && (Call{} ? true : false));
template <class T> struct St {
    static constexpr T zero = T{};
    static constexpr int count = sizeof(T);
    template <int K> static constexpr int mul = K * count;
};
static_assert(St<int>::mul<3> == 12);
template <class T> struct Nest {
    struct In {
        T t;
        template <class U> struct Deep {
            T a;
            U b;
        };
    };
    using D = typename In::template Deep<char>;
};
static_assert(sizeof(Nest<int>::D) == 8);
struct Lam {
    int k = 3;
    constexpr auto get() const {
        return [this](int x) { return x + k; };
    }
};
static_assert(Lam{}.get()(4) == 7);
constexpr auto gl = []<class T, int N>(const T (&a)[N]) {
    T s{};
    for (auto x : a)
        s += x;
    return s;
};
static_assert(gl({1, 2, 3}) == 6);
constexpr auto cur = [](auto x) {
    return [=](auto y) { return [=](auto z) { return x + y * z; }; };
};
static_assert(cur(1)(2)(3) == 7);
template <class T, class U>
concept Same = same<T, U> && same<U, T>;
template <class T>
concept Sized = requires(const T t) {
    typename T::value_type;
    { t.size() } noexcept -> Same<unsigned long>;
    requires sizeof(T) > 0;
};
struct Sz {
    using value_type = int;
    unsigned long size() const noexcept;
};
struct Sz2 {
    using value_type = int;
    unsigned long size() const;
};
static_assert(Sized<Sz> && !Sized<Sz2> && !Sized<int>);
template <class T> struct Con {
    constexpr int f() const requires(sizeof(T) == 1) { return 1; }
    constexpr int f() const requires(sizeof(T) > 1) { return 2; }
};
static_assert(Con<char>{}.f() == 1 && Con<int>{}.f() == 2);
struct Conv {
    constexpr operator int() const { return 3; }
    constexpr operator const char *() const { return ""; }
};
constexpr int ci = Conv{};
static_assert(ci == 3);
constexpr int sw(int x) {
    switch (x) {
    case 1:
        return 10;
    case 2:
    case 3:
        return 20;
    default:
        return 0;
    }
}
static_assert(sw(3) == 20 && sw(9) == 0);
consteval int sq(int x) { return x * x; }
static_assert(sq(5) == 25);
constexpr auto sb() {
    struct {
        int a;
        char b;
    } s{1, 'x'};
    auto [p, q] = s;
    return p + (q == 'x');
}
static_assert(sb() == 2);
template <class T> struct Fr {
    friend struct Peek;
    friend constexpr int peek(const Fr &f) { return f.secret; }
    constexpr Fr(int s) : secret(s) {}

  private:
    int secret;
};
static_assert(peek(Fr<int>(8)) == 8);
constexpr int loop() {
    int s = 0;
    for (int i = 0; i < 10; ++i) {
        if (i % 2)
            continue;
        if (i > 6)
            break;
        s += i;
    }
    do {
        --s;
    } while (s > 10);
    return s;
}
static_assert(loop() == 10);
template <class T> struct Tmpl {
    template <class U> struct rebind {
        using other = Tmpl<U>;
    };
};
template <class A, class U> using reb = typename A::template rebind<U>::other;
static_assert(same<reb<Tmpl<int>, char>, Tmpl<char>>);
struct Derived : private A {
    using A::a;
    using A::A;
};
static_assert(Derived(4).a == 4);
enum Flags : unsigned { f1 = 1, f2 = 2 };
constexpr Flags operator|(Flags a, Flags b) { return Flags(unsigned(a) | unsigned(b)); }
static_assert((f1 | f2) == 3);
constexpr long operator""_k(unsigned long long x) { return x * 1024; }
template <char... C> constexpr int operator""_n() { return sizeof...(C); }
static_assert(4_k == 4096 && 1234_n == 4);
struct Spc {
    int a;
    constexpr int operator<=>(const Spc &o) const { return a - o.a; }
};
static_assert(Spc{1} < Spc{2} && Spc{3} >= Spc{3});
