#include <initializer_list>
#include <compare>
template<int N> struct I { static constexpr int v = N; };
template<class T> T&& mk() noexcept;
template<class T> T pr() noexcept;
template<class T> struct Code : I<10> {};
template<class T> requires (T::id > 0) struct Code<T> : I<T::id + 10> {};
template<> struct Code<void> : I<1> {};
template<> struct Code<bool> : I<2> {};
template<> struct Code<char> : I<3> {};
template<> struct Code<short> : I<4> {};
template<> struct Code<int> : I<5> {};
template<> struct Code<unsigned> : I<6> {};
template<> struct Code<long> : I<7> {};
template<> struct Code<double> : I<8> {};
template<> struct Code<float> : I<9> {};
template<class T> struct Code<T*> : I<Code<T>::v * 2 + 1> {};
template<class T> struct Code<T&> : I<Code<T>::v * 3 + 1> {};
template<class T> struct Code<T&&> : I<Code<T>::v * 5 + 2> {};
template<class T> struct Code<const T> : I<Code<T>::v * 7 + 3> {};
template<class T, decltype(sizeof(0)) N> struct Code<T[N]> : I<Code<T>::v * 11 + int(N)> {};
template<class T, decltype(sizeof(0)) N> struct Code<const T[N]> : I<Code<T>::v * 13 + int(N)> {};
template<class R, class... P> struct Code<R(P...)> : I<((Code<R>::v * 17) + ... + Code<P>::v)> {};
template<class R, class... P> struct Code<R(P...) noexcept> : I<((Code<R>::v * 19) + ... + Code<P>::v)> {};
template<class C, class T> struct Code<T C::*> : I<Code<T>::v * 23 + 4> {};
template<template<class...> class C, class... A> struct Code<C<A...>> : I<(29 + ... + (Code<A>::v * 2))> {};
template<class T> constexpr int code = Code<T>::v % 36;
template<class T, class U> constexpr bool same = false;
template<class T> constexpr bool same<T, T> = true;
template<class T, class U> concept Same = same<T, U>;
constexpr int cut(long n) { return int((n % 36 + 36) % 36); }
