// case: library_type_lists
// spec: [temp.variadic], [temp.spec.partial.match], [temp.arg.template]
// note: type lists: filter, map, fold, reverse, unique, with template template parameters
// arg: out i32[11]
// arg: i32 = 5
// expect: [3, 136, 5, 21, 12, 43, 9, 15, 2, 13, 4]
template <typename... Ts>
struct list {
    static constexpr int size = sizeof...(Ts);
};
template <typename T>
struct tag {
    using type = T;
};
template <typename L>
struct head;
template <typename T, typename... R>
struct head<list<T, R...>> : tag<T> {};
template <typename L>
using head_t = typename head<L>::type;
template <typename L, typename T>
struct push;
template <typename... Ts, typename T>
struct push<list<Ts...>, T> : tag<list<Ts..., T>> {};
template <typename... Ls>
struct concat : tag<list<>> {};
template <typename... As>
struct concat<list<As...>> : tag<list<As...>> {};
template <typename... As, typename... Bs, typename... Rest>
struct concat<list<As...>, list<Bs...>, Rest...> : concat<list<As..., Bs...>, Rest...> {};
template <bool>
struct choose {
    template <class A, class>
    using apply = A;
};
template <>
struct choose<false> {
    template <class, class B>
    using apply = B;
};
template <typename L, template <typename> class P>
struct filter;
template <typename... Ts, template <typename> class P>
struct filter<list<Ts...>, P>
    : concat<typename choose<P<Ts>::value>::template apply<list<Ts>, list<>>...> {};
template <typename L, template <typename...> class F>
struct map;
template <typename... Ts, template <typename...> class F>
struct map<list<Ts...>, F> : tag<list<F<Ts>...>> {};
template <typename T>
struct small {
    static constexpr bool value = sizeof(T) <= 2;
};
template <typename T>
using ptr = T*;
template <typename T, typename L>
struct index_of;
template <typename T, typename... R>
struct index_of<T, list<T, R...>> {
    static constexpr int value = 0;
};
template <typename T, typename U, typename... R>
struct index_of<T, list<U, R...>> {
    static constexpr int value = 1 + index_of<T, list<R...>>::value;
};
template <typename A, typename B>
inline constexpr bool same = false;
template <typename A>
inline constexpr bool same<A, A> = true;
template <typename L>
struct reverse : tag<L> {};
template <typename T, typename... R>
struct reverse<list<T, R...>> : push<typename reverse<list<R...>>::type, T> {};
template <typename L, typename I, template <typename, typename> class F>
struct foldl;
template <typename I, template <typename, typename> class F>
struct foldl<list<>, I, F> : tag<I> {};
template <typename T, typename... R, typename I, template <typename, typename> class F>
struct foldl<list<T, R...>, I, F> : foldl<list<R...>, typename F<I, T>::type, F> {};
template <typename A, typename B>
struct bigger : tag<typename choose<(sizeof(A) >= sizeof(B))>::template apply<A, B>> {};
template <int... I>
struct ints {};
template <typename L>
struct sizes;
template <typename... T>
struct sizes<list<T...>> {
    using type = ints<sizeof(T)...>;
    static constexpr int values[] = {sizeof(T)..., 0};
};
template <int... I>
__tile__ int dot(ints<I...>, int n) {
    int sum = 0;
    ((sum += I * n++), ...);
    return sum;
}
template <typename L, typename F, int... I>
__tile__ void for_each_impl(L, F f, ints<I...>) {
    (f(tag<head_t<L>>{}, I), ...);
}
template <typename... Ts, typename F>
__tile__ void for_each(list<Ts...>, F&& f) {
    int i = 0;
    (f(tag<Ts>{}, i++), ...);
}
template <typename L>
struct unique;
template <typename T, typename L>
inline constexpr bool contains = false;
template <typename T, typename... Ts>
inline constexpr bool contains<T, list<Ts...>> = (same<T, Ts> || ...);
template <>
struct unique<list<>> : tag<list<>> {};
template <typename... Ts>
    requires(sizeof...(Ts) > 0)
struct unique<list<Ts...>> {
    template <typename Acc, typename... Us>
    struct go : tag<Acc> {};
    template <typename... As, typename U, typename... Us>
    struct go<list<As...>, U, Us...>
        : choose<contains<U, list<As...>>>::template apply<go<list<As...>, Us...>,
                                                           go<list<As..., U>, Us...>> {};
    using type = typename go<list<>, Ts...>::type;
};
using L = list<char, int, short, double, char, short>;
static_assert(same<filter<L, small>::type, list<char, short, char, short>>);
static_assert(same<map<list<int, char>, ptr>::type, list<int*, char*>>);
static_assert(same<reverse<list<int, char, bool>>::type, list<bool, char, int>>);
static_assert(same<unique<L>::type, list<char, int, short, double>>);
static_assert(same<foldl<L, char, bigger>::type, double>);
static_assert(same<sizes<list<char, int>>::type, ints<1, 4>>);
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = index_of<double, L>::value;
    out[1] = dot(sizes<L>::type{}, n);
    for_each(L{}, [&](auto t, int i) { out[2 + i] = sizeof(typename decltype(t)::type) * n + i; });
    out[8] = sizes<L>::values[n % 6];
    out[9] = concat<L, L, list<>, list<int>>::type::size;
    out[10] = unique<L>::type::size;
}
