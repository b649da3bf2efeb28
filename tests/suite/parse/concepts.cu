// Concepts, constraints and requires-expressions.
template<class T> concept Any = true;
template<class T, class U> concept Same = __is_same(T, U) && __is_same(U, T);
template<class T> concept Both = Any<T> && (!Same<T, int> || sizeof(T) > 2);
template<class T> concept Full = requires(T t, const T &c) {
  t + c;
  typename T::type;
  typename A<typename T::type>;
  { t.f() } noexcept -> Same<int>;
  { *t };
  { c < t } -> Any;
  requires Any<T> && sizeof(T) > 4;
  requires requires { t(); };
  T{};
};
template<Any T, Same<T> U, Any... Ts> struct S {};
template<Any auto N, Any decltype(auto) M> struct V {};
template<class T> requires Any<T> && (sizeof(T) > 1) void f(T) requires Same<T, int> { return; }
template<class T> requires requires(T t) { t++; } auto g(T t) -> T;
template<class T> requires (T::value < 3) struct W { W() requires Any<T> : x(1) {} int x; };
void h(Any auto a, Same<int> auto const &b, auto...) requires true;
Any auto constrained = 3;
template<class T> requires Any<T> || Any<T *> && Any<T> constexpr int k = 1;
template<Any T> requires Any<T> S(T) -> S<T, T>;
auto lambda = []<Any T>(T t) requires Any<T> { return t; };
bool value = Any<int> && requires { x; };
template<template<Any> class C> struct TT {};
//= tree
// Template <class T>
//   Concept Any = true
// Template <class T, class U>
//   Concept Same = (&& (__is_same T U) (__is_same U T))
// Template <class T>
//   Concept Both = (&& Any<T> (paren (|| (! Same<T, int>) (> (sizeof type T) 2))))
// Template <class T>
//   Concept Full = (requires (T t, ref(const T) c) {(+ t c)} {type typename T::type} {type typename A<typename T::type>} {compound (call (. t f)) noexcept -> Same<int>} {compound (* t)} {compound (< c t) -> Any} {requires (&& Any<T> (> (sizeof type T) 4))} {requires (requires () {(call t)})} {(new-value T {})})
// Template <Any T, Same<T> U, Any... Ts>
//   Class struct S
// Template <Any auto N, Any decltype(auto) M>
//   Class struct V
// Template <class T> requires (&& Any<T> (paren (> (sizeof type T) 1)))
//   Function f: fn(T) -> void requires Same<T, int>
//     Compound
//       Return
// Template <class T> requires (requires (T t) {(post++ t)})
//   Function g: fn(T t) -> T
// Template <class T> requires (paren (< T::value 3))
//   Class struct W
//     Constructor W: fn() requires Any<T>
//       MemInit x (1)
//       Compound
//     Field x: int
// Template abbreviated <Any, Same<int>, auto...>
//   Function h: fn(Any invented a, ref(const Same<int> invented) b, invented...) -> void requires true
// Variable constrained: Any auto = 3
// Template <class T> requires (|| Any<T> (&& Any<ptr(T)> Any<T>))
//   Variable constexpr k: int = 1
// Template <Any T> requires Any<T>
//   DeductionGuide S(T) -> S<T, T>
// Variable lambda: auto = (lambda [] <Any T> fn(T t) requires Any<T> (body Compound; Return t))
// Variable value: bool = (&& Any<int> (requires () {x}))
// Template <template<Any> C>
//   Class struct TT
