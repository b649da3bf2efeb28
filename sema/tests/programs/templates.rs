//! Templates and concepts.

use crate::testing::{expect, report_for};

#[test]
fn class_templates_and_partial_specialisations() {
    expect(
        "template<class T> struct id { using type = T; static constexpr int k = 0; };
         template<class T> struct id<T*> { using type = T; static constexpr int k = 1; };
         template<class T> struct id<const T*> { using type = T; static constexpr int k = 2; };
         template<> struct id<void*> { using type = char; static constexpr int k = 3; };
         template<class T, int N> struct id<T[N]> { static constexpr int k = N; };
         static_assert(id<int>::k == 0 && id<int*>::k == 1 && id<const int*>::k == 2);
         static_assert(id<void*>::k == 3 && id<int[7]>::k == 7);
         static_assert(__is_same(id<float*>::type, float));",
    );
}

#[test]
fn alias_and_variable_templates() {
    expect(
        "template<class T, int N> struct vec {};
         template<int N> using ivec = vec<int, N>;
         template<class T> constexpr int rank = 0;
         template<class T, int N> constexpr int rank<vec<T, N>> = N;
         template<> constexpr int rank<float> = 9;
         static_assert(rank<ivec<3>> == 3 && rank<int> == 0 && rank<float> == 9);
         static_assert(__is_same(ivec<4>, vec<int, 4>));
         template<class... T> using void_t = void;
         template<class T, class = void> constexpr bool has_type = false;
         template<class T> constexpr bool has_type<T, void_t<typename T::type>> = true;
         struct with { using type = int; };
         static_assert(has_type<with> && !has_type<int>);",
    );
}

#[test]
fn packs() {
    expect(
        "template<class... T> struct list { static constexpr int n = sizeof...(T); };
         template<int... N> constexpr int sum = (0 + ... + N);
         template<class... A> struct zip { template<class... B> using with = list<list<A, B>...>; };
         static_assert(list<int, float>::n == 2 && sum<1, 2, 3> == 6 && sum<> == 0);
         static_assert(__is_same(zip<int, char>::with<long, bool>, list<list<int, long>, list<char, bool>>));
         template<class T> struct first;
         template<class H, class... R> struct first<list<H, R...>> { using type = H; using rest = list<R...>; };
         static_assert(__is_same(first<list<int, char, long>>::rest, list<char, long>));
         template<int... I> struct indices {};
         template<int N> using make = indices<__integer_pack(N)...>;
         static_assert(__is_same(make<3>, indices<0, 1, 2>));
         template<class T> constexpr int count = 0;
         template<template<class...> class C, class... T> constexpr int count<C<T...>> = sizeof...(T);
         static_assert(count<list<int, int, int>> == 3);",
    );
}

#[test]
fn functions_are_deduced() {
    expect(
        "template<class T, int N> constexpr int size(T (&)[N]) { return N; }
         template<class T> constexpr int kind(T*) { return 1; }
         template<class T> constexpr int kind(const T*) { return 2; }
         template<class T> constexpr int kind(T) { return 3; }
         template<class T> struct box { T value; };
         template<class T> constexpr int kind(box<T> const&) { return 4; }
         template<class R, class T> constexpr R cast(T x) { return R(x); }
         template<class... T> constexpr int count(T...) { return sizeof...(T); }
         template<class T> constexpr bool lvalue(T&&) { return __is_lvalue_reference(T); }
         constexpr int array[5] = {};
         constexpr int n = 0;
         static_assert(size(array) == 5 && kind(&n) == 2 && kind(1) == 3 && kind(box<int>{1}) == 4);
         static_assert(cast<long>(3) == 3 && sizeof(cast<char>(1)) == 1 && count(1, 2.0, 'c') == 3);
         static_assert(lvalue(n) && !lvalue(4));",
    );
}

#[test]
fn concepts_and_subsumption() {
    expect(
        "template<class T> concept small = sizeof(T) <= 4;
         template<class T> concept number = small<T> && requires(T a) { a + a; };
         template<class T> constexpr int f(T) { return 0; }
         template<small T> constexpr int f(T) { return 1; }
         template<number T> constexpr int f(T) { return 2; }
         struct S { char c; };
         struct L { long a, b; };
         static_assert(f(L{}) == 0 && f(S{}) == 1 && f(1) == 2);
         template<class T> requires number<T> struct holder {};
         static_assert(sizeof(holder<S>) == 1); //~ E0404 holder",
    );
}

#[test]
fn class_arguments_are_deduced() {
    expect(
        "template<class T, class U> struct pair { T a; U b; constexpr pair(T x, U y) : a(x), b(y) {} };
         template<class T> struct agg { T x; T y; };
         template<class T> struct wrap { template<class U> constexpr wrap(U) {} };
         template<class U> wrap(U) -> wrap<U*>;
         constexpr pair p(1, 2.0);
         constexpr agg a{3, 4};
         static_assert(__is_same(decltype(p), const pair<int, double>));
         static_assert(__is_same(decltype(a), const agg<int>));
         static_assert(__is_same(decltype(wrap(1)), wrap<int*>));
         static_assert(__is_same(decltype(pair(p)), pair<int, double>));",
    );
}

#[test]
fn friends_are_found_by_their_arguments() {
    expect(
        "namespace n {
           template<class T> struct A { T v; friend constexpr int get(A a) { return a.v; } };
           struct B {}; constexpr int free(B) { return 7; }
         }
         static_assert(get(n::A<int>{5}) == 5 && free(n::B{}) == 7);",
    );
}

#[test]
fn kernels_are_instantiated_by_name() {
    let text = "template<class T, int N> __tile_global__ void k(T* out) { *out = N + x; }";
    let found = report_for(text, &["k<float, 4>"]);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("E0301"), "{found:#?}");
    assert!(report_for("", &["nothing<int>"])[0].contains("E0301"));
}

#[test]
fn template_arguments_are_explained() {
    expect(
        "template<class T, int N> struct A {};
         static_assert(sizeof(A<int>) == 1); //~ E0401 `A` takes 2 template arguments, but 1 is given
         static_assert(sizeof(A<3, 3>) == 1); //~ E0402 expects a type
         static_assert(sizeof(A<int, float>) == 1); //~ E0402 expects a value",
    );
}
