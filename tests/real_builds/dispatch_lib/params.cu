// Template parameters of all kinds.
#include <cuda_tile.h>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
namespace ct = cuda::tiles;
template <std::size_t N> struct fixed_string { char text[N]{}; constexpr fixed_string(const char (&s)[N]) { std::copy_n(s, N, text); } };
enum class Act : std::uint8_t { None, Relu, Gelu = 7 };
enum Plain { A = -3, B = 5 };
struct Config { int m, n; float alpha; bool fast; Act act; constexpr bool operator==(const Config&) const = default; };
struct Inner { short a[2]; char c; };
struct Nested { Inner inner; const int* p; };
constexpr int table[4] = {1, 2, 3, 4};
template <fixed_string S> __tile_global__ void named(int* p) { ct::store(p, int(sizeof(S.text))); }
template <Act A> __tile_global__ void act(float* p) { ct::store(p, float(int(A))); }
template <Plain P> __tile_global__ void plain(int* p) { ct::store(p, int(P)); }
template <Config C> __tile_global__ void config(float* p) { ct::store(p, C.alpha + float(C.m)); }
template <Nested N> __tile_global__ void nested(int* p) { ct::store(p, 3); }
template <auto V> __tile_global__ void any(float* p) { ct::store(p, 1.f); }
template <auto... V> __tile_global__ void many(float* p) { ct::store(p, float(sizeof...(V))); }
template <class T, template <class> class Op> __tile_global__ void apply(T* p) { ct::store(p, T(Op<T>::value)); }
template <template <class, int...> class V, class... T> __tile_global__ void ttp(int* p) { ct::store(p, int(sizeof...(T))); }
template <class T> struct Zero { static constexpr int value = 0; };
template <class T> struct One { static constexpr int value = 1; };
template <class T, int...> struct Vec {};
template <const int* P> __tile_global__ void pointed(int* p) { ct::store(p, 1); }
template <std::nullptr_t N> __tile_global__ void null(int* p) { ct::store(p, 2); }
template <int (*F)(int)> __tile_global__ void function(int* p) { ct::store(p, F(1)); }
template <int Config::*M> __tile_global__ void member(int* p) { ct::store(p, Config{1, 2, 0, false, Act::None}.*M); }
template <char C, bool B, long L, unsigned long long U, short S, unsigned char UC, wchar_t W, char8_t C8, std::int8_t I8> __tile_global__ void ints(int* p) { ct::store(p, 1); }
template <double D, float F> __tile_global__ void reals(double* p) { ct::store(p, D + F); }
__tile__ int twice(int x) { return x + x; }
void run(int* i, float* f, double* d) {
  named<"gemm"><<<1, 1>>>(i);
  named<""><<<1, 1>>>(i);
  act<Act::Gelu><<<1, 1>>>(f);
  act<Act{}><<<1, 1>>>(f);
  act<static_cast<Act>(200)><<<1, 1>>>(f);
  plain<A><<<1, 1>>>(i);
  plain<B><<<1, 1>>>(i);
  config<Config{1, -2, 0.5f, true, Act::Relu}><<<1, 1>>>(f);
  config<Config{.m = 3}><<<1, 1>>>(f);
  nested<Nested{{{1, -2}, 'x'}, nullptr}><<<1, 1>>>(i);
  nested<Nested{{}, nullptr}><<<1, 1>>>(i);
  any<3><<<1, 1>>>(f);
  any<3u><<<1, 1>>>(f);
  any<'c'><<<1, 1>>>(f);
  any<true><<<1, 1>>>(f);
  any<Act::Relu><<<1, 1>>>(f);
  any<1.5><<<1, 1>>>(f);
  any<-0.0f><<<1, 1>>>(f);
  any<nullptr><<<1, 1>>>(f);
  any<Inner{{1, 2}, 3}><<<1, 1>>>(f);
  many<><<<1, 1>>>(f);
  many<1, 2l, 'c', 1.f, Act::None><<<1, 1>>>(f);
  apply<int, Zero><<<1, 1>>>(i);
  apply<float, One><<<1, 1>>>(f);
  ttp<Vec><<<1, 1>>>(i);
  ttp<Vec, Vec<int, 1, 2>, Vec<float*>><<<1, 1>>>(i);
  pointed<nullptr><<<1, 1>>>(i);
  null<nullptr><<<1, 1>>>(i);
  function<twice><<<1, 1>>>(i);
  member<&Config::n><<<1, 1>>>(i);
  ints<-1, true, -5, 18446744073709551615ull, -32768, 255, L'x', u8'y', -128><<<1, 1>>>(i);
  reals<3.25, -1e30f><<<1, 1>>>(d);
}
// Values of classes whose constructors and default members say something else than their members do.
struct Defaulted { int m = 128, n = 64; bool fast = true; };
template <Defaulted D> __tile_global__ void defaulted(int* p) { ct::store(p, D.m + D.n); }
struct Made { int a, b; constexpr explicit Made(int x) : a(x * 2), b(x - 1) {} constexpr Made(int, int) : a(0), b(0) {} };
template <Made M> __tile_global__ void made(int* p) { ct::store(p, M.a + M.b); }
struct Derived : Defaulted { Act act; constexpr Derived(Act a) : Defaulted{0, 1, false}, act(a) {} };
template <Derived D> __tile_global__ void derived(int* p) { ct::store(p, D.m + D.n + int(D.act)); }
template <class T, int N> struct List { T items[N]; int size; constexpr List(std::initializer_list<T> l) : items{}, size(0) { for (T x : l) items[size++] = x; } };
template <List<short, 4> L> __tile_global__ void listed(int* p) { ct::store(p, L.size); }
void more(int* i, float* f) {
  defaulted<Defaulted{}><<<1, 1>>>(i);
  defaulted<Defaulted{1, 0, false}><<<1, 1>>>(i);
  defaulted<Defaulted{.n = 0}><<<1, 1>>>(i);
  made<Made(3)><<<1, 1>>>(i);
  made<Made(0)><<<1, 1>>>(i);
  made<Made(1, 2)><<<1, 1>>>(i);
  derived<Act::Gelu><<<1, 1>>>(i);
  derived<Derived{Act::None}><<<1, 1>>>(i);
  listed<List<short, 4>{1, 2, 3}><<<1, 1>>>(i);
  any<__builtin_huge_val()><<<1, 1>>>(f);
  any<-__builtin_huge_valf()><<<1, 1>>>(f);
}
