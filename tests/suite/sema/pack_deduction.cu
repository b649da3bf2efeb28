//@ check
// A pack that several pairs tell is the same list each time, in length and elements
// ([temp.deduct.type]/2).
template<int...> struct X {};
template<class...> struct Y {};
template<class, int> struct A {};
template<template<class...> class...> struct Z {};

template<class, class> struct B { static constexpr int v = 0; };
template<int... D> struct B<X<D...>, X<D...>> { static constexpr int v = 1; };
template<class... D> struct B<Y<D...>, Y<D...>> { static constexpr int v = 2; };
template<template<class...> class... D> struct B<Z<D...>, Z<D...>> { static constexpr int v = 3; };
static_assert(B<X<8>, X<8, 4>>::v == 0);
static_assert(B<X<8, 4>, X<8>>::v == 0);
static_assert(B<X<8>, X<8>>::v == 1);
static_assert(B<X<>, X<8>>::v == 0);
static_assert(B<X<8>, X<>>::v == 0);
static_assert(B<Y<int>, Y<int, char>>::v == 0);
static_assert(B<Y<int, char>, Y<int>>::v == 0);
static_assert(B<Y<>, Y<int>>::v == 0);
static_assert(B<Y<>, Y<>>::v == 2);
static_assert(B<Z<Y>, Z<Y, Y>>::v == 0);
static_assert(B<Z<Y, Y>, Z<Y, Y>>::v == 3);

template<int... D> constexpr int f(X<D...>, X<D...>) { return 1; }
constexpr int f(...) { return 0; }
static_assert(f(X<1>{}, X<1, 2>{}) == 0);
static_assert(f(X<1, 2>{}, X<1>{}) == 0);
static_assert(f(X<1, 2>{}, X<1, 2>{}) == 1);
template<class... D> constexpr int g(Y<D...>, Y<D...>) { return 1; }
constexpr int g(...) { return 0; }
static_assert(g(Y<int>{}, Y<int, char>{}) == 0);
static_assert(g(Y<int, char>{}, Y<int>{}) == 0);
static_assert(g(Y<>{}, Y<int>{}) == 0);

// Of functions, of lists in lists, with a pack of the call itself.
template<class> struct F { static constexpr int v = 0; };
template<class... D> struct F<Y<D...>(D...)> { static constexpr int v = 1; };
static_assert(F<Y<int, char>(int, char)>::v == 1);
static_assert(F<Y<int>(int, char)>::v == 0);
static_assert(F<Y<int, char>(int)>::v == 0);
template<class> struct N { static constexpr int v = 0; };
template<class... D, class E> struct N<Y<Y<E, D...>, Y<D...>>> { static constexpr int v = 1; };
static_assert(N<Y<Y<char, int>, Y<int>>>::v == 1);
static_assert(N<Y<Y<char, int>, Y<>>>::v == 0);
template<class... D> constexpr int h(Y<D...>, D...) { return 1; }
constexpr int h(...) { return 0; }
static_assert(h(Y<int>{}, 1) == 1);
static_assert(h(Y<int>{}) == 0);
static_assert(h(Y<>{}, 1) == 0);

// What is written out is the beginning of a pack.
template<class... D> constexpr int e(Y<D...>) { return 1; }
template<class U, class... D> concept Takes = requires (U u) { e<D...>(u); };
static_assert(Takes<Y<int, char>, int>);
static_assert(Takes<Y<int, char>, int, char>);
static_assert(!Takes<Y<int>, int, char>);
static_assert(!Takes<Y<int>, char>);

// A template parameter takes templates of its kind, and no more arguments than are written.
template<class> struct T { static constexpr int v = 0; };
template<template<class...> class C> struct T<C<>> { static constexpr int v = 1; };
static_assert(T<Y<>>::v == 1);
static_assert(T<Y<int>>::v == 0);
static_assert(T<X<>>::v == 0);

// Without a trailing pack is more special.
template<int...> struct O { static constexpr int v = 0; };
template<int I, int... J> struct O<I, J...> { static constexpr int v = 1; };
template<int I> struct O<I> { static constexpr int v = 2; };
static_assert(O<4>::v == 2);
static_assert(O<4, 5>::v == 1);
