// case: library_customization_points
// spec: [basic.lookup.argdep], [temp.friend], [over.match.oper]
// note: customisation point objects, tag_invoke, and pipelines of views
// arg: out i32[13]
// arg: i32 = 5
// expect: [3, 10, 5, 9, 16, 10, 210, 107, 105, 51, 84, 14400, 0]
#include <concepts>
#include <type_traits>
#include <utility>

namespace lib {
namespace detail {
void size() = delete;
template <class T>
concept member_size = requires(T& t) {
    { t.size() } -> std::convertible_to<int>;
};
template <class T>
concept adl_size = !member_size<T> && requires(T& t) {
    { size(t) } -> std::convertible_to<int>;
};
struct size_fn {
    template <class T, int N>
    __tile__ constexpr int operator()(T (&)[N]) const noexcept {
        return N;
    }
    template <member_size T>
    __tile__ constexpr int operator()(T&& t) const {
        return t.size();
    }
    template <adl_size T>
    __tile__ constexpr int operator()(T&& t) const {
        return size(t);
    }
};
}  // namespace detail
inline namespace cpo {
inline constexpr detail::size_fn size{};
}
// tag_invoke
namespace tag_invoke_ns {
void tag_invoke();
struct fn {
    template <class Tag, class... A>
    __tile__ constexpr auto operator()(Tag t, A&&... a) const
        noexcept(noexcept(tag_invoke(t, static_cast<A&&>(a)...)))
            -> decltype(tag_invoke(t, static_cast<A&&>(a)...)) {
        return tag_invoke(t, static_cast<A&&>(a)...);
    }
};
}  // namespace tag_invoke_ns
inline namespace ti {
inline constexpr tag_invoke_ns::fn tag_invoke{};
}
template <auto& T>
using tag_t = std::decay_t<decltype(T)>;
inline constexpr struct scale_t {
    template <class T>
    __tile__ constexpr auto operator()(T&& x, int k) const
        -> decltype(lib::tag_invoke(*this, static_cast<T&&>(x), k)) {
        return lib::tag_invoke(*this, static_cast<T&&>(x), k);
    }
    template <class T>
        requires std::is_arithmetic_v<std::remove_reference_t<T>>
    __tile__ constexpr int operator()(T&& x, int k) const {
        return x * k;
    }
} scale{};
}  // namespace lib
namespace user {
struct M {
    int n;
    __tile__ int size() const { return n; }
};
struct A {
    int n;
    __tile__ friend int size(A const& a) { return a.n * 2; }
};
struct S {
    int v;
    __tile__ friend constexpr int tag_invoke(lib::tag_t<lib::scale>, S const& s, int k) {
        return s.v * k + 1;
    }
};
template <class T>
struct W {
    T t;
    template <class U>
    __tile__ friend int tag_invoke(lib::scale_t f, W<U> const& w, int k);
};
template <class U>
__tile__ int tag_invoke(lib::scale_t f, W<U> const& w, int k) {
    return f(w.t, k) * 10;
}
__tile__ void swap(M& a, M& b) {
    int t = a.n;
    a.n = b.n + 100;
    b.n = t + 100;
}
}  // namespace user
template <class T>
__tile__ void twice_swap(T& a, T& b) {
    using std::swap;
    swap(a, b);
}
// pipelines
template <class F>
struct closure {
    F f;
    template <class R>
    __tile__ friend constexpr auto operator|(R&& r, closure const& c) {
        return c.f(static_cast<R&&>(r));
    }
};
template <class F>
closure(F) -> closure<F>;
struct iota_view {
    int lo, hi;
    struct it {
        int i;
        __tile__ constexpr int operator*() const { return i; }
        __tile__ constexpr it& operator++() {
            ++i;
            return *this;
        }
        __tile__ constexpr bool operator!=(it const& o) const { return i != o.i; }
    };
    __tile__ constexpr it begin() const { return {lo}; }
    __tile__ constexpr it end() const { return {hi}; }
};
template <class R, class F>
struct map_view {
    R r;
    F f;
    using base = decltype(std::declval<R const&>().begin());
    struct it {
        base b;
        F const* f;
        __tile__ constexpr decltype(auto) operator*() const { return (*f)(*b); }
        __tile__ constexpr it& operator++() {
            ++b;
            return *this;
        }
        __tile__ constexpr bool operator!=(it const& o) const { return b != o.b; }
    };
    __tile__ constexpr it begin() const { return {r.begin(), &f}; }
    __tile__ constexpr it end() const { return {r.end(), &f}; }
};
template <class R, class P>
struct filter_view {
    R r;
    P p;
    using base = decltype(std::declval<R const&>().begin());
    struct it {
        base b, e;
        P const* p;
        __tile__ constexpr void skip() {
            while (b != e && !(*p)(*b)) ++b;
        }
        __tile__ constexpr decltype(auto) operator*() const { return *b; }
        __tile__ constexpr it& operator++() {
            ++b;
            skip();
            return *this;
        }
        __tile__ constexpr bool operator!=(it const& o) const { return b != o.b; }
    };
    __tile__ constexpr it begin() const {
        it i{r.begin(), r.end(), &p};
        i.skip();
        return i;
    }
    __tile__ constexpr it end() const { return {r.end(), r.end(), &p}; }
};
template <class F>
__tile__ constexpr auto map(F f) {
    return closure{[f](auto&& r) { return map_view<std::remove_cvref_t<decltype(r)>, F>{r, f}; }};
}
template <class F>
__tile__ constexpr auto filter(F f) {
    return closure{[=](auto&& r) {
        return filter_view<std::remove_cvref_t<decltype(r)>, F>{static_cast<decltype(r)>(r), f};
    }};
}
template <class F, class T>
__tile__ constexpr auto reduce(T init, F f) {
    return closure{[=](auto const& r) {
        T acc = init;
        for (auto&& x : r) acc = f(acc, x);
        return acc;
    }};
}
extern "C" __tile_global__ void test(int* out, int n) {
    int arr[3] = {};
    user::A a{n};
    user::M m{n}, m2{7};
    out[0] = lib::size(arr);
    out[1] = lib::size(a);
    out[2] = lib::size(m);
    out[3] = lib::size(user::M{9});
    out[4] = lib::scale(user::S{n}, 3);
    out[5] = lib::scale(n, 2);
    out[6] = lib::scale(user::W<user::S>{{n}}, 4);
    twice_swap(m, m2);
    out[7] = m.n;
    out[8] = m2.n;
    int x = 1, y = n;
    twice_swap(x, y);
    out[9] = x * 10 + y;
    auto sq = [](int v) { return v * v; };
    out[10] = iota_view{0, n + 3} | filter([](int v) { return v % 2 == 1; }) | map(sq) |
              reduce(0, [](int p, int q) { return p + q; });
    constexpr int k = iota_view{1, 6} | map([](int v) { return v * v; }) |
                      reduce(1, [](int p, int q) { return p * q; });
    static_assert(k == 14400);
    out[11] = k;
    out[12] = std::is_invocable_v<decltype(lib::scale), int*, int>;
}
