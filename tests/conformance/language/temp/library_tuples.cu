// case: library_tuples
// spec: [temp.variadic], [dcl.struct.bind], [dcl.spec.auto]
// note: a tuple with the standard's protocol, composition, forwarding, nested generic lambdas
// arg: out i32[16]
// arg: i32 = 5
// expect: [102, 5, 102, 70, 169, 2, 177, 2, 33, 32, 8, 6, 0, 123, 81, 120]
#include <cstddef>
#include <type_traits>
#include <utility>

template <std::size_t I, class T>
struct leaf {
    T v;
};
template <class S, class... Ts>
struct impl;
template <std::size_t... I, class... Ts>
struct impl<std::index_sequence<I...>, Ts...> : leaf<I, Ts>... {};
template <class... Ts>
struct tup : impl<std::index_sequence_for<Ts...>, Ts...> {};
template <class... Ts>
tup(Ts...) -> tup<Ts...>;
template <std::size_t I, class T>
__tile__ constexpr T& get(leaf<I, T>& l) {
    return l.v;
}
template <std::size_t I, class T>
__tile__ constexpr T const& get(leaf<I, T> const& l) {
    return l.v;
}
template <std::size_t I, class T>
__tile__ constexpr T&& get(leaf<I, T>&& l) {
    return static_cast<T&&>(l.v);
}
template <class... Ts>
struct std::tuple_size<tup<Ts...>> : std::integral_constant<std::size_t, sizeof...(Ts)> {};
template <std::size_t I, class T>
__tile__ T elem(leaf<I, T> const&);
template <std::size_t I, class... Ts>
struct std::tuple_element<I, tup<Ts...>> {
    using type = decltype(elem<I>(std::declval<tup<Ts...>>()));
};
template <class F, class T, std::size_t... I>
__tile__ constexpr decltype(auto) apply_impl(F&& f, T&& t, std::index_sequence<I...>) {
    return static_cast<F&&>(f)(get<I>(static_cast<T&&>(t))...);
}
template <class F, class T>
__tile__ constexpr decltype(auto) apply(F&& f, T&& t) {
    return apply_impl(static_cast<F&&>(f), static_cast<T&&>(t),
                      std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<T>>>{});
}
template <class... A>
__tile__ constexpr tup<A...> tie_values(A... a) {
    return {{{a}...}};
}
template <class T, class U>
__tile__ constexpr auto cat(T const& t, U const& u) {
    return apply(
        [&](auto... a) { return apply([&](auto... b) { return tie_values(a..., b...); }, u); }, t);
}
template <class T, class F>
__tile__ constexpr auto map(T const& t, F f) {
    return apply([&](auto const&... x) { return tie_values(f(x)...); }, t);
}
template <class T>
__tile__ constexpr auto reverse(T const& t) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return tie_values(get<sizeof...(I) - 1 - I>(t)...);
    }(std::make_index_sequence<std::tuple_size_v<T>>{});
}
template <class F>
struct curried {
    F f;
    template <class A>
    __tile__ constexpr auto operator()(A a) const {
        if constexpr (std::is_invocable_v<F, A>)
            return f(a);
        else {
            auto g = [f = f, a](auto... rest)
                requires std::is_invocable_v<F, A, decltype(rest)...> || (sizeof...(rest) < 3)
            { return f(a, rest...); };
            return curried<decltype(g)>{g};
        }
    }
};
template <class F>
__tile__ constexpr auto compose(F f) {
    return f;
}
template <class F, class... G>
__tile__ constexpr auto compose(F f, G... g) {
    return [=](auto&&... x) -> decltype(auto) {
        return f(compose(g...)(static_cast<decltype(x)>(x)...));
    };
}
__tile__ constexpr int& pick(int& x) { return x; }
template <class T>
struct is_lref : std::false_type {};
template <class T>
struct is_lref<T&> : std::true_type {};
template <class F, class... A>
__tile__ decltype(auto) forward_call(F&& f, A&&... a) {
    return std::forward<F>(f)(std::forward<A>(a)...);
}
struct MoveOnly {
    int v;
    __tile__ MoveOnly(int v) : v(v) {}
    MoveOnly(MoveOnly const&) = delete;
    __tile__ MoveOnly(MoveOnly&& o) : v(o.v) { o.v = 0; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    auto t = tie_values(n, 2.5, 'a');
    out[0] = get<0>(t) + get<2>(t);
    out[1] = get<1>(t) * 2;
    auto [a, b, c] = t;
    out[2] = a + c;
    auto& [x, y, z] = t;
    x = 70;
    out[3] = get<0>(t);
    out[4] = apply([](auto... v) { return (int)(v + ...); }, t);
    auto u = cat(t, tie_values(1, 2));
    static_assert(std::tuple_size_v<decltype(u)> == 5);
    out[5] = get<4>(u);
    auto m = map(u, [](auto v) { return (int)v + 1; });
    static_assert(std::is_same_v<std::tuple_element_t<1, decltype(m)>, int>);
    out[6] = apply([](auto... v) { return (v + ...); }, m);
    out[7] = get<0>(reverse(u));
    out[8] = apply([](int p, auto...) { return p; }, reverse(tie_values(n, 1, 33)));
    auto add3 = [](int p, int q, int r) { return p * 100 + q * 10 + r; };
    out[9] = compose([](int v) { return v * 2; }, [](int v) { return v + 1; },
                     [](int p, int q) { return p * q; })(n, 3);
    static_assert(is_lref<decltype(forward_call(pick, n))>::value);
    forward_call(pick, n) = 8;
    out[10] = n;
    MoveOnly mo(6);
    out[11] = forward_call([](MoveOnly q) { return q.v; }, std::move(mo));
    out[12] = mo.v;
    out[13] = add3(1, 2, 3);
    auto nested = [](auto f) { return [=](auto g) { return [=](auto v) { return f(g(v)); }; }; };
    out[14] = nested([](int v) { return v + 1; })([](int v) { return v * 10; })(n);
    auto fix = [](auto self, int k) -> int { return k < 2 ? 1 : k * self(self, k - 1); };
    out[15] = fix(fix, 5);
}
