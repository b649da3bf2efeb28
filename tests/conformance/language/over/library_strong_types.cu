// case: library_strong_types
// spec: [temp.friend], [class.compare], [over.match.oper]
// note: strong types with skills, units, orderings, iterators made by a facade
// arg: out i32[14]
// arg: i32 = 5
// expect: [8, 7, 8, 13, 25, 5, 13, 8, 7, 41, 11, 7, 1, 12]
#include <compare>
#include <type_traits>

template <class T, class Tag, template <class> class... Skills>
struct strong : Skills<strong<T, Tag, Skills...>>... {
    T v;
    __tile__ constexpr explicit strong(T v) : v(v) {}
    template <class U>
        requires std::is_convertible_v<T, U> && (!std::is_same_v<U, bool>)
    __tile__ constexpr explicit operator U() const {
        return v;
    }
};
template <class S>
struct additive {
    __tile__ friend constexpr S operator+(S a, S b) { return S(a.v + b.v); }
    __tile__ friend constexpr S operator-(S a, S b) { return S(a.v - b.v); }
    __tile__ friend constexpr S& operator+=(S& a, S b) {
        a.v += b.v;
        return a;
    }
};
template <class S>
struct scalable {
    template <class K>
        requires std::is_arithmetic_v<K>
    __tile__ friend constexpr S operator*(K k, S s) {
        return S(k * s.v);
    }
    template <class K>
        requires std::is_arithmetic_v<K>
    __tile__ friend constexpr S operator*(S s, K k) {
        return k * s;
    }
};
template <class S>
struct ordered {
    __tile__ friend constexpr auto operator<=>(S const& a, S const& b) { return a.v <=> b.v; }
    __tile__ friend constexpr bool operator==(S const& a, S const& b) { return a.v == b.v; }
};
using metre = strong<int, struct metre_tag, additive, scalable, ordered>;
using second = strong<int, struct second_tag, additive, ordered>;
template <class A, class B>
concept addable = requires(A a, B b) { a + b; };
static_assert(addable<metre, metre> && !addable<metre, second> && !addable<metre, int>);
template <class A>
concept scales = requires(A a) { 2 * a; };
static_assert(scales<metre> && !scales<second>);
// units with dimension exponents
template <int M, int S>
struct quantity {
    float v;
    template <int M2, int S2>
    __tile__ friend constexpr quantity<M + M2, S + S2> operator*(quantity a, quantity<M2, S2> b) {
        return {a.v * b.v};
    }
    __tile__ friend constexpr quantity operator+(quantity a, quantity b) { return {a.v + b.v}; }
};
template <int M, int S>
__tile__ constexpr auto inverse(quantity<M, S> q) {
    return quantity<-M, -S>{1 / q.v};
}
__tile__ constexpr quantity<1, 0> operator""_m(long double v) { return {float(v)}; }
__tile__ constexpr quantity<0, 1> operator""_s(long double v) { return {float(v)}; }
// ordering
struct version {
    int major, minor;
    char tag;
    __tile__ constexpr auto operator<=>(version const&) const = default;
};
struct partial {
    float v;
    __tile__ friend constexpr std::partial_ordering operator<=>(partial a, partial b) {
        return a.v <=> b.v;
    }
    __tile__ friend constexpr bool operator==(partial, partial) = default;
};
struct caseless {
    char c;
    __tile__ static constexpr char low(char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
    __tile__ constexpr std::weak_ordering operator<=>(caseless o) const {
        return low(c) <=> low(o.c);
    }
    __tile__ constexpr bool operator==(caseless o) const { return low(c) == low(o.c); }
};
// base class chosen by the derived's trait, barton-nackman
template <class D>
struct facade {
    __tile__ D operator++(int) {
        auto& s = static_cast<D&>(*this);
        D old = s;
        ++s;
        return old;
    }
    __tile__ friend D operator+(D a, int n) {
        while (n-- > 0) ++a;
        return a;
    }
    __tile__ friend bool operator!=(D const& a, D const& b) { return !a.equal(b); }
};
struct even : facade<even> {
    int at;
    __tile__ even(int a) : at(a) {}
    using facade<even>::operator++;
    __tile__ even& operator++() {
        at += 2;
        return *this;
    }
    __tile__ bool equal(even const& o) const { return at == o.at; }
    __tile__ int operator*() const { return at; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    metre a(n), b(3);
    out[0] = (a + b).v;
    out[1] = (2 * a - b * 1).v;
    a += b;
    out[2] = static_cast<long>(a);
    out[3] = (a > b) + 2 * (a == b) + 4 * (a != b) + 8 * (b <= a);
    auto speed = 10.0_m * inverse(4.0_s);
    static_assert(std::is_same_v<decltype(speed), quantity<1, -1>>);
    out[4] = speed.v * 10;
    out[5] = (speed + speed).v;
    version x{1, n, 'a'}, y{1, 7, 'b'};
    out[6] = (x < y) + 2 * (x == y) + 4 * (y >= x) + 8 * ((x <=> y) == std::strong_ordering::less);
    partial p{n / 2.0f}, q{0.0f / (n - 5)};
    out[7] = (p < q) + 2 * (p > q) + 4 * (p == q) +
             8 * ((p <=> q) == std::partial_ordering::unordered) + 16 * (p != p);
    out[8] = (caseless{'A'} == caseless{'a'}) + 2 * (caseless{'b'} > caseless{'A'}) +
             4 * (std::is_eq(caseless{'Z'} <=> caseless{'z'}));
    out[9] = n + 36;
    even e(n);
    out[10] = *(e++ + 3);
    out[11] = *e;
    out[12] = e != even(n);
    int sum = 0;
    for (even i = 0; i != even(8); i++) sum += *i;
    out[13] = sum;
}
