// Kernels whose symbols nvcc 13.3 was asked for; `expressions.txt` has its answers.
// Recorded by `tests/mangling/record expressions.cu`.
// Dependent expressions in signatures, constants and entities as template arguments, local types.
#include "cuda_tile.h"
#include <cstddef>
#include <type_traits>
#include <utility>
struct S { int a; int m(int) const; static int s; int arr[3]; };
template <class T> struct Box { T value; struct Part { T v; }; static constexpr int n = 2; template <int N> struct Nth {}; };
template <class... Ts> struct List {};
template <int... Ns> struct Ints {};
template <bool... Ns> struct Bools {};
struct Traits { using type = float; static constexpr int value = 3; template <class U> static constexpr int of = 3; template <class U> static constexpr int fn() { return 1; } static constexpr int plain() { return 2; } };
namespace ns { constexpr int K = 5; template <class T> constexpr int f(T) { return 1; } template <class T> struct X {}; template <class T> constexpr int v = 2; struct Y { static constexpr int value = 1; }; }
constexpr int K = 2;
const int CK = 2;
enum Plain { P0, P1 };

template <class... Ts> __tile_global__ void p01(List<Ts...>*, List<Ts...>*, Ts*..., int*) {}
template __tile_global__ void p01<int, float>(List<int, float>*, List<int, float>*, int*, float*, int*);
template <int... Ns> __tile_global__ void p02(Ints<(Ns + 1)...>*) {}
template __tile_global__ void p02<1, 2>(Ints<2, 3>*);
template <class... Ts> __tile_global__ void p03(Ints<sizeof(Ts)...>*) {}
template __tile_global__ void p03<int>(Ints<4>*);
template <class... Ts> __tile_global__ void p04(void (*)(Ts...)) {}
template __tile_global__ void p04<int, float>(void (*)(int, float));
template <int N> __tile_global__ void e01(Ints<N + K>*, Ints<N + ns::K>*, Ints<N + CK>*) {}
template __tile_global__ void e01<1>(Ints<3>*, Ints<6>*, Ints<3>*);
template <int N> __tile_global__ void e02(Ints<N + (2 * 3)>*, Ints<N + sizeof(int)>*) {}
template __tile_global__ void e02<1>(Ints<7>*, Ints<5>*);
template <class T> __tile_global__ void e03(Ints<ns::v<T>>*, Ints<Box<T>::n>*) {}
template __tile_global__ void e03<int>(Ints<2>*, Ints<2>*);
template <class T> __tile_global__ void e04(decltype(ns::f(T()))*) {}
template __tile_global__ void e04<int>(int*);
template <class T> __tile_global__ void e05(decltype(ns::f<T>(1))*) {}
template __tile_global__ void e05<int>(int*);
template <class T> __tile_global__ void e06(Ints<T::template of<int>>*, Ints<T::template fn<int>()>*) {}
template __tile_global__ void e06<Traits>(Ints<3>*, Ints<1>*);
template <class T> __tile_global__ void e07(Ints<T::plain()>*) {}
template __tile_global__ void e07<Traits>(Ints<2>*);
template <class T> __tile_global__ void e08(T* p, decltype((*p).a) q, decltype(p->S::a) s) {}
template __tile_global__ void e08<S>(S*, int, int);
template <class T> __tile_global__ void e09(T* p, decltype(p->a) q, decltype(*p) r, decltype(&p) s) {}
template __tile_global__ void e09<S>(S*, int, S&, S**);
template <class T> __tile_global__ void e10(T* p, decltype(p[0]) r, decltype((*p)) s, decltype(p == nullptr)* t) {}
template __tile_global__ void e10<int>(int*, int&, int&, bool*);
template <class T> __tile_global__ void e11(T* p, decltype(*p += 1) a, decltype((*p)++)* b, decltype(++*p) c, decltype(--*p) d, decltype(p - p) e) {}
template __tile_global__ void e11<int>(int*, int&, int*, int&, int&, long);
template <bool B> __tile_global__ void e12(Bools<!B, B && true, B || false, (B ? true : false)>*) {}
template __tile_global__ void e12<true>(Bools<false, true, true, true>*);
template <int N> __tile_global__ void e13(Ints<N % 3, (N & 1), (N | 1), (N ^ 1), (N >> 1), +N>*) {}
template __tile_global__ void e13<4>(Ints<1, 0, 5, 5, 2, 4>*);
template <int N> __tile_global__ void e14(Bools<(N < 1), N <= 1, N >= 1, N != 1>*) {}
template __tile_global__ void e14<4>(Bools<false, false, true, true>*);
template <class T> __tile_global__ void e15(Ints<T{} + 1>*, Ints<T(3)>*) {}
template __tile_global__ void e15<int>(Ints<1>*, Ints<3>*);
template <class T> __tile_global__ void e16(decltype(T{1, 2})*) {}
struct Pt { int x, y; };
template __tile_global__ void e16<Pt>(Pt*);
template <class T> __tile_global__ void e17(Ints<sizeof(T*)>*, Ints<sizeof(T) + 1>*, Ints<sizeof(T{})>*) {}
template __tile_global__ void e17<int>(Ints<8>*, Ints<5>*, Ints<4>*);
template <Plain P> __tile_global__ void e18(Ints<P == P1>*, Ints<(int)P>*) {}
template __tile_global__ void e18<P1>(Ints<1>*, Ints<1>*);
template <class T> __tile_global__ void e19(Bools<std::is_same_v<T, int>>*, Bools<std::is_same<T, int>::value>*) {}
template __tile_global__ void e19<int>(Bools<true>*, Bools<true>*);
template <class T> __tile_global__ void e20(std::enable_if_t<std::is_same<T, int>::value && sizeof(T) == 4, T>*) {}
template __tile_global__ void e20<int>(int*);
template <class T> __tile_global__ void e21(std::enable_if_t<!std::is_pointer<T>::value>*) {}
template __tile_global__ void e21<int>(void*);
template <bool B, class T = void> using when = typename std::enable_if<B, T>::type;
template <class T> __tile_global__ void e22(when<(sizeof(T) > 2), T>*) {}
template __tile_global__ void e22<int>(int*);
template <class T> __tile_global__ void e23(typename Box<T>::template Nth<3>*, typename ns::X<T>* ) {}
template __tile_global__ void e23<int>(Box<int>::Nth<3>*, ns::X<int>*);
template <class T> __tile_global__ void e24(decltype(std::declval<T&>() + std::declval<const T&>())*) {}
template __tile_global__ void e24<int>(int*);
template <class T> __tile_global__ void e25(decltype(static_cast<float>(T()))*, decltype(const_cast<const T*>((T*)nullptr))) {}
template __tile_global__ void e25<int>(float*, const int*);
template <class T> __tile_global__ void e26(decltype(reinterpret_cast<long>((T*)0))*) {}
template __tile_global__ void e26<int>(long*);
template <class T> __tile_global__ void e27(decltype(T(), 1)*) {}
template __tile_global__ void e27<int>(int*);
template <class... Ts> __tile_global__ void e28(Bools<(std::is_integral_v<Ts> && ...)>*, Bools<(... || (sizeof(Ts) > 4))>*) {}
template __tile_global__ void e28<int>(Bools<true>*, Bools<false>*);
template <class T, class... Ts> __tile_global__ void e29(Ints<sizeof...(Ts) + 1>*, decltype(ns::f(Ts()...))*) {}
template __tile_global__ void e29<int, int>(Ints<2>*, int*);
template <class T> __tile_global__ void e30(Ints<true ? sizeof(T) : 1>*, Ints<'a' + sizeof(T)>*, Ints<sizeof(T) + 1u>*) {}
template __tile_global__ void e30<int>(Ints<4>*, Ints<101>*, Ints<5>*);
template <class T> __tile_global__ void e31(Ints<int(sizeof(T) * 1.5f)>*, Ints<int(sizeof(T) * 1.5)>*) {}
template __tile_global__ void e31<int>(Ints<6>*, Ints<6>*);
template <class T> __tile_global__ void e32(Ints<(T*)nullptr == nullptr>*) {}
template __tile_global__ void e32<int>(Ints<1>*);
template <auto V> __tile_global__ void e33(Ints<V.x>*) {}
template __tile_global__ void e33<Pt{3, 4}>(Ints<3>*);
template __tile_global__ void e33<Pt{}>(Ints<0>*);
template <class T, int N> __tile_global__ void e34(T (*)[N * 2], T (*)[sizeof(T)]) {}
template __tile_global__ void e34<int, 2>(int (*)[4], int (*)[4]);
template <class T> __tile_global__ void e35(typename T::type** , typename T::type*, typename T::type**) {}
template __tile_global__ void e35<Traits>(float**, float*, float**);
template <class T> __tile_global__ void e36(int T::**, int (T::**)(int) const) {}
template __tile_global__ void e36<S>(int S::**, int (S::**)(int) const);
template <class T, typename T::type* = nullptr> __tile_global__ void e37(T*) {}
template __tile_global__ void e37<Traits>(Traits*);
template <class T, T... Vs> __tile_global__ void e38(std::integer_sequence<T, Vs...>*) {}
template __tile_global__ void e38<int, 1, 2>(std::integer_sequence<int, 1, 2>*);
template <class T, class U> __tile_global__ void e39(std::common_type_t<T, U>*) {}
template __tile_global__ void e39<int, float>(float*);
template <class T> __tile_global__ void e40(std::decay_t<T>*, std::remove_reference_t<T>*, std::add_pointer_t<T>) {}
template __tile_global__ void e40<int>(int*, int*, int*);
template <class T> __tile_global__ void e41(Ints<1 - sizeof(T)>*) {}
template __tile_global__ void e41<char>(Ints<0>*);

// entities as arguments
int global_variable; namespace ns { int inner_variable; int inner_function(int); }
void function(int);
template <class T> void function_template(T);
template <auto V> __tile_global__ void a01() {}
template __tile_global__ void a01<&global_variable>();
template __tile_global__ void a01<&ns::inner_variable>();
template __tile_global__ void a01<&function>();
template __tile_global__ void a01<&ns::inner_function>();
template __tile_global__ void a01<&S::s>();
template __tile_global__ void a01<&S::a>();
template __tile_global__ void a01<&S::m>();
template __tile_global__ void a01<nullptr>();
template __tile_global__ void a01<&function_template<int>>();
template __tile_global__ void a01<1.5f>();
template __tile_global__ void a01<-2.0>();
template __tile_global__ void a01<Pt{1, 2}>();
template __tile_global__ void a01<Pt{}>();
struct Deep { Pt p; int a[2]; float f; bool b; };
template __tile_global__ void a01<Deep{{1, 2}, {3, 4}, 1.0f, true}>();
template __tile_global__ void a01<Deep{}>();
struct Derived : Pt { int z; };
template __tile_global__ void a01<Derived{{1, 2}, 3}>();
union Un { int i; float f; };
template __tile_global__ void a01<Un{1}>();
template <int* P> __tile_global__ void a02() {}
template __tile_global__ void a02<&global_variable>();
template __tile_global__ void a02<nullptr>();
template <int& R> __tile_global__ void a03() {}
template __tile_global__ void a03<global_variable>();
template <void (*F)(int)> __tile_global__ void a04() {}
template __tile_global__ void a04<function>();
template __tile_global__ void a04<nullptr>();
template <int S::* M> __tile_global__ void a05() {}
template __tile_global__ void a05<&S::a>();
template __tile_global__ void a05<nullptr>();
template <Pt P> __tile_global__ void a06() {}
template __tile_global__ void a06<Pt{1, 2}>();
template <int (S::*M)(int) const> __tile_global__ void a07() {}
template __tile_global__ void a07<&S::m>();
struct Ops { int operator+(int) const; Ops& operator=(int); int operator()(int); operator int() const; operator float*() const; bool operator==(const Ops&) const; int operator[](int); void operator++(); Ops* operator->(); auto operator<=>(int) const -> int; };
Ops operator-(Ops); Ops operator""_lit(unsigned long long); bool operator&&(Ops, Ops);
template __tile_global__ void a01<&Ops::operator+>();
template __tile_global__ void a01<&Ops::operator()>();
template __tile_global__ void a01<&Ops::operator[]>();
template __tile_global__ void a01<&Ops::operator++>();
template __tile_global__ void a01<&Ops::operator->>();
template __tile_global__ void a01<&Ops::operator==>();
template __tile_global__ void a01<&Ops::operator<=> >();
template __tile_global__ void a01<static_cast<Ops (*)(Ops)>(&operator-)>();
template __tile_global__ void a01<&operator""_lit>();
// lambdas, local and unnamed types
inline __host__ __tile__ auto make() { struct Local { int a; struct In {}; }; return Local{}; }
inline __host__ __tile__ auto make2() { struct Local { int a; }; return Local{}; }
inline __host__ __tile__ auto lambda() { return [](int x) { return x; }; }
inline __host__ __tile__ auto lambda2() { auto f = [](int x) { return x; }; auto g = [](auto x) { return x; }; return g; }
template <class T> __tile_global__ void l01() {}
template __tile_global__ void l01<decltype(make())>();
template __tile_global__ void l01<decltype(make2())>();
template __tile_global__ void l01<decltype(lambda())>();
template __tile_global__ void l01<decltype(lambda2())>();
template __tile_global__ void l01<decltype(make())::In>();
