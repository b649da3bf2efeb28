//@ check
// [temp.spec.partial], [temp.variadic]: partial specialisations of every form, packs and lists.
template <class T, class U> struct same {
    static constexpr bool v = false;
};
template <class T> struct same<T, T> {
    static constexpr bool v = true;
};
#define SAME(...) static_assert(same<__VA_ARGS__>::v)
template <class T> struct rmref {
    using type = T;
};
template <class T> struct rmref<T &> {
    using type = T;
};
template <class T> struct rmref<T &&> {
    using type = T;
};
template <class T> using rmref_t = typename rmref<T>::type;
SAME(rmref_t<int &>, int);
SAME(rmref_t<const int &&>, const int);
template <class F> struct fn;
template <class R, class... A> struct fn<R(A...)> {
    using ret = R;
    static constexpr int n = sizeof...(A);
    static constexpr int k = 0;
};
template <class R, class... A> struct fn<R(A...) const> {
    using ret = R;
    static constexpr int n = sizeof...(A);
    static constexpr int k = 1;
};
template <class R, class... A> struct fn<R (*)(A...)> {
    using ret = R;
    static constexpr int n = sizeof...(A);
    static constexpr int k = 2;
};
template <class R, class C, class... A> struct fn<R (C::*)(A...)> {
    using ret = R;
    using cls = C;
    static constexpr int n = sizeof...(A);
    static constexpr int k = 3;
};
template <class R, class C, class... A> struct fn<R (C::*)(A...) const> {
    using ret = R;
    using cls = C;
    static constexpr int n = sizeof...(A);
    static constexpr int k = 4;
};
template <class M, class C> struct fn<M C::*> {
    using ret = M;
    static constexpr int k = 5;
};
struct S {
    int f(int, char);
    float g() const;
    long m;
};
static_assert(fn<int(int, char)>::n == 2 && fn<void() const>::k == 1 && fn<char (*)(int)>::k == 2);
static_assert(fn<decltype(&S::f)>::k == 3 && fn<decltype(&S::f)>::n == 2 &&
              fn<decltype(&S::g)>::k == 4 && fn<decltype(&S::m)>::k == 5);
SAME(fn<decltype(&S::m)>::ret, long);
template <int N, class... T> struct nth;
template <class H, class... T> struct nth<0, H, T...> {
    using type = H;
};
template <int N, class H, class... T> struct nth<N, H, T...> : nth<N - 1, T...> {};
SAME(nth<2, int, char, long, float>::type, long);
template <class... T> struct list {};
template <class L, class T> struct push;
template <class... U, class T> struct push<list<U...>, T> {
    using type = list<U..., T>;
};
template <class L> struct rev {
    using type = list<>;
};
template <class H, class... T> struct rev<list<H, T...>> {
    using type = typename push<typename rev<list<T...>>::type, H>::type;
};
SAME(rev<list<int, char, long>>::type, list<long, char, int>);
template <template <class> class F, class L> struct map;
template <template <class> class F, class... T> struct map<F, list<T...>> {
    using type = list<typename F<T>::type...>;
};
SAME(map<rmref, list<int &, char &&>>::type, list<int, char>);
template <class T, T... V> struct seq {
    static constexpr T sum = (T(0) + ... + V);
};
template <class S> struct seqinfo;
template <class T, T... V> struct seqinfo<seq<T, V...>> {
    using type = T;
    static constexpr int n = sizeof...(V);
};
SAME(seqinfo<seq<char, 'a', 'b'>>::type, char);
static_assert(seqinfo<seq<int, 1, 2, 3>>::n == 3 && seq<int, 1, 2, 3>::sum == 6);
template <auto V> struct val {
    using type = decltype(V);
};
template <class T> struct isval {
    static constexpr bool v = false;
};
template <auto V> struct isval<val<V>> {
    static constexpr bool v = true;
};
static_assert(isval<val<3>>::v && isval<val<'c'>>::v && !isval<int>::v);
SAME(val<3u>::type, unsigned);
SAME(val<nullptr>::type, decltype(nullptr));
template <bool B, class T = void> struct enable {};
template <class T> struct enable<true, T> {
    using type = T;
};
template <class T, class = void> struct has_x {
    static constexpr bool v = false;
};
template <class T> struct has_x<T, typename enable<(sizeof(T::x) > 0)>::type> {
    static constexpr bool v = true;
};
struct X {
    int x;
};
struct Y {};
static_assert(has_x<X>::v && !has_x<Y>::v && !has_x<int>::v);
template <class T> struct outer {
    template <class U, class D = int> struct inner {
        static constexpr int k = 0;
    };
    template <class U> struct inner<U *, int> {
        static constexpr int k = 1;
    };
    template <class U> struct inner<T, U> {
        static constexpr int k = 2;
    };
};
static_assert(outer<int>::inner<char>::k == 0 && outer<int>::inner<char *>::k == 1 &&
              outer<int>::inner<int, char>::k == 2);
template <class T> struct arr {
    static constexpr int k = 0;
};
template <class T> struct arr<T[]> {
    static constexpr int k = 1;
};
template <class T, unsigned long N> struct arr<T[N]> {
    static constexpr int k = 2 + N;
};
template <class T, unsigned long N, unsigned long M> struct arr<T[N][M]> {
    static constexpr int k = 100 + N * M;
};
static_assert(arr<int>::k == 0 && arr<int[]>::k == 1 && arr<int[3]>::k == 5 &&
              arr<int[2][3]>::k == 106);
template <class T>
concept Int = same<T, int>::v || same<T, long>::v;
template <class T> struct con {
    static constexpr int k = 0;
};
template <Int T> struct con<T> {
    static constexpr int k = 1;
};
template <class T> requires Int<T> && (sizeof(T) == 8) struct con<T> {
    static constexpr int k = 2;
};
static_assert(con<char>::k == 0 && con<int>::k == 1 && con<long>::k == 2);
template <class T> constexpr const char *name = "?";
template <> constexpr const char *name<int> = "int";
static_assert(name<int>[0] == 'i' && name<char>[0] == '?');
template <int... I> struct idx {
    template <int K> using plus = idx<(I + K)...>;
};
SAME(idx<1, 2>::plus<3>, idx<4, 5>);
template <class A, class B> struct cross;
template <class... A, class... B> struct cross<list<A...>, list<B...>> {
    template <class X> using row = list<list<X, B>...>;
    using type = list<row<A>...>;
};
SAME(cross<list<int, char>, list<long, float>>::type,
     list<list<list<int, long>, list<int, float>>, list<list<char, long>, list<char, float>>>);
