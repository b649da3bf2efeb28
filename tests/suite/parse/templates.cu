// Template heads, specialisations, instantiations, guides, dependent names.
template<class T, typename U = T*, int N = 3, auto V = nullptr, class... Ts> struct A;
template<template<class, class...> class C, typename T::type M, unsigned... Ns> void f();
template<class T, class U, int N, auto V, class... Ts> struct A {
  A();
  A(const A &) = default;
  template<class W> A(W &&w, int) : base<Ts>(w)..., member{1, 2}, N2(N > 3) { x = N < 3; }
  ~A();
  operator T() const;
  template<class W> explicit operator W *();
  explicit(sizeof(T) > 2) A(char);
  T member, *pointer = nullptr;
  int N2 : 3 = 1, : 0;
  using type = typename T::type;
  using nested = typename T::template rebind<U>::other;
  typename T::type f(typename U::x, T);
  friend struct B;
  friend T;
  friend bool operator==(const A &, const A &) = default;
  template<class X> friend void g(X);
  static constexpr bool value = N > 3 && T::value;
  struct Inner { int in; };
  enum { first, second = first + N };
};
template<class T> struct A<T, int> : T, virtual private A<T *>, protected T::base {};
template<> struct A<int> { void f(); };
template<> void A<char>::f() {}
template<class T, class U, int N, auto V, class... Ts> A<T, U, N, V, Ts...>::A() : member() {}
template<class T, class U, int N, auto V, class... Ts> A<T, U, N, V, Ts...>::~A() {}
template<class T, class U, int N, auto V, class... Ts>
typename A<T, U, N, V, Ts...>::type A<T, U, N, V, Ts...>::f(typename U::x, T t) { Inner i{first}; return t; }
template struct A<float>;
extern template void f<A, int>();
template<class T> A(T, int) -> A<T>;
template<class T> explicit A(T) -> A<T, void>;
template<class T> constexpr int size = sizeof(T);
template<class T> constexpr int size<T *> = 8;
template<> constexpr int size<void> = 0;
template<class T> using alias = A<T, T>;
template<class... Ts> struct Tuple : Ts... { using Ts::operator()...; };
template<class... Ts> Tuple(Ts...) -> Tuple<Ts...>;
auto abbreviated(auto x, const auto &...rest) -> decltype(x);
template<class T> void dependent(T t) {
  typename T::type a;
  T::type * a;
  t.template get<3>();
  T::template make<int>();
  typename T::template inner<3> b{};
  T::value < 3;
  A<T>::value < 3;
  alias<T> c;
  dependent<typename T::type>(t);
  auto y = T::type(3), z = typename T::type(3);
  A<T, typename A<T>::type, sizeof...(t) >= 1> e;
  t.~T();
  t->A<T>::f();
  x = t.size < 3 > (4);
}
template<class T, T... Vs> constexpr T sum = (Vs + ... + 0);
template<bool... Bs> constexpr bool all = (Bs && ...), any = (... || Bs);
template<class F, class... As> auto call(F &&f, As &&...as) { return f(static_cast<As &&>(as)..., (as, ...)); }
//= tree
// Template <class T, class U = ptr(T), int N = 3, auto V = nullptr, class... Ts>
//   Class struct A declared
// Template <template<class, class...> C, typename T::type M, unsigned int... Ns>
//   Function f: fn() -> void
// Template <class T, class U, int N, auto V, class... Ts>
//   Class struct A
//     Constructor A: fn()
//     Constructor A: fn(ref(const A))
//       = default
//     Template <class W>
//       Constructor A: fn(rref(W) w, int)
//         MemInit base<Ts> (w)...
//         MemInit member {1, 2}
//         MemInit N2 ((> N 3))
//         Compound
//           Expr (= x (< N 3))
//     Destructor ~A: fn()
//     Conversion operator T: fn() const
//     Template <class W>
//       Conversion explicit operator ptr(W): fn()
//     Constructor explicit((> (sizeof type T) 2)) A: fn(char)
//     Field member: T
//     Field pointer: ptr(T) = nullptr
//     Field N2: int : 3 = 1
//     Field <unnamed>: int : 0
//     TypeAlias type = typename T::type
//     TypeAlias nested = typename T::template rebind<U>::other
//     Function f: fn(typename U::x, T) -> typename T::type
//     Friend struct B
//     Friend T
//     Friend
//       Function friend operator==: fn(ref(const A), ref(const A)) -> bool
//         = default
//     Template <class X>
//       Friend
//         Function friend g: fn(X) -> void
//     Variable static constexpr value: bool = (&& (> N 3) T::value)
//     Class struct Inner
//       Field in: int
//     Enum <unnamed>
//       Enumerator first
//       Enumerator second = (+ first N)
// Template <class T>
//   Class struct A<T, int> : T, virtual private A<ptr(T)>, protected T::base
// ExplicitSpecialization
//   Class struct A<int>
//     Function f: fn() -> void
// ExplicitSpecialization
//   Function A<char>::f: fn() -> void
//     Compound
// Template <class T, class U, int N, auto V, class... Ts>
//   Constructor A<T, U, N, V, Ts...>::A: fn()
//     MemInit member ()
//     Compound
// Template <class T, class U, int N, auto V, class... Ts>
//   Destructor A<T, U, N, V, Ts...>::~A: fn()
//     Compound
// Template <class T, class U, int N, auto V, class... Ts>
//   Function A<T, U, N, V, Ts...>::f: fn(typename U::x, T t) -> typename A<T, U, N, V, Ts...>::type
//     Compound
//       Variable i: Inner {first}
//       Return t
// ExplicitInstantiation
//   Class struct A<float> declared
// ExplicitInstantiation extern
//   Function f<template:A, int>: fn() -> void
// Template <class T>
//   DeductionGuide A(T, int) -> A<T>
// Template <class T>
//   DeductionGuide explicit A(T) -> A<T, void>
// Template <class T>
//   Variable constexpr size: int = (sizeof type T)
// Template <class T>
//   Variable constexpr size<ptr(T)>: int = 8
// ExplicitSpecialization
//   Variable constexpr size<void>: int = 0
// Template <class T>
//   TypeAlias alias = A<T, T>
// Template <class... Ts>
//   Class struct Tuple : Ts...
//     UsingDecl Ts::operator()...
// Template <class... Ts>
//   DeductionGuide Tuple(Ts...) -> Tuple<Ts...>
// Template abbreviated <auto, auto...>
//   Function abbreviated: fn(invented x, ref(const invented)... rest) -> decltype x
// Template <class T>
//   Function dependent: fn(T t) -> void
//     Compound
//       Variable a: typename T::type
//       Expr (* T::type a)
//       Expr (call (. t template get<3>))
//       Expr (call T::template make<int>)
//       Variable b: typename T::template inner<3> {}
//       Expr (< T::value 3)
//       Expr (< A<T>::value 3)
//       Variable c: alias<T>
//       Expr (call dependent<typename T::type> t)
//       Variable y: auto = (call T::type 3)
//       Variable z: auto = (new-value typename T::type (3))
//       Variable e: A<T, typename A<T>::type, (>= (sizeof... t) 1)>
//       Expr (call (. t ~T))
//       Expr (call (-> t A<T>::f))
//       Expr (= x (> (< (. t size) 3) (paren 4)))
// Template <class T, T... Vs>
//   Variable constexpr sum: T = (fold + Vs 0)
// Variable constexpr all: bool = (fold && Bs _)
// Template <bool... Bs>
//   Variable constexpr any: bool = (fold || _ Bs)
// Template <class F, class... As>
//   Function call: fn(rref(F) f, rref(As)... as) -> auto
//     Compound
//       Return (call f (static_cast rref(As) as)... (fold , as _))
