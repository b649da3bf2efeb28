// Pointers and references to kernels: overloads, template arguments, members, tables, parameters of functions.
#include <cuda_tile.h>
#include <array>
#include <functional>
#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>
namespace ct = cuda::tiles;
template <class T, int N> __tile_global__ void k(T* p, T v) { ct::store(p, v); }
__tile_global__ void o(int* p) { ct::store(p, 1); }
__tile_global__ void o(float* p) { ct::store(p, 1.f); }
template <class T> __tile_global__ void o(T* p) { ct::store(p, T(1)); }
using F = void (*)(float*, float);
using FR = void (&)(float*, float);
typedef decltype(&k<int, 1>) PI;
static F global_ = k<float, 1>;
constexpr F ce = &k<float, 2>;
FR ref = k<float, 3>;
PI arr[] = {k<int, 2>, &k<int, 3>, *k<int, 4>, [](int* p, int v) { k<int, 5><<<1, 1>>>(p, v); }};
template <F f> struct Wrap { static constexpr F value = f; };
template <auto& R> void by_ref(float* p) { R<<<1, 1>>>(p, 1.f); }
template <class K> struct Launcher { K k; template <class... A> void operator()(A... a) const { k<<<1, 1>>>(a...); } };
template <class K> Launcher(K*) -> Launcher<K*>;
F choose(int n) { switch (n) { case 0: return k<float, 4>; case 1: return &k<float, 5>; default: return n > 5 ? k<float, 6> : Wrap<k<float, 7>>::value; } }
F (*choose_ptr)(int) = choose;
F const* get() { static F const t[] = {k<float, 8>, k<float, 9>}; return t; }
struct S { F f = k<float, 10>; static F const g; void (*const h)(float*); };
F const S::g = k<float, 11>;
template <class T> struct ByType { static constexpr std::pair<const char*, void (*)(T*, T)> entry{"x", k<T, 12>}; };
void takes(void (*)(int*)); void takes(void*) ;
template <class... A> auto resolve(void (*f)(A...)) { return f; }
template <class T, T> struct Const; template <class R, class... A, R (*f)(A...)> struct Const<R (*)(A...), f> { static R (*get())(A...) { return f; } };
template <class M> concept Callable = requires(M m) { m(nullptr, 1.f); };
template <Callable M> void constrained(M m, float* p) { m<<<1, 1>>>(p, 1.f); }
int main() {
  float* p{}; int* i{};
  choose(1)<<<1, 1>>>(p, 1.f); choose_ptr(2)<<<1, 1>>>(p, 1.f); get()[1]<<<1, 1>>>(p, 1.f); (*get())<<<1, 1>>>(p, 2.f); ref<<<1, 1>>>(p, 3.f); ce<<<1, 1>>>(p, 1.f);
  S s{.h = o}; s.f<<<1, 1>>>(p, 1.f); (&s)->h<<<1, 1>>>(p); S::g<<<1, 1>>>(p, 1.f);
  by_ref<k<float, 13>>(p); Launcher l{k<float, 14>}; l(p, 1.f); Launcher<void (*)(int*)>{o}(i); Launcher l2{k<double, 15>}; l2((double*)0, 1.);
  ByType<short>::entry.second<<<1, 1>>>(nullptr, 1);
  auto r = resolve<double*>(o); r<<<1, 1>>>(nullptr);
  Const<F, k<float, 16>>::get()<<<1, 1>>>(p, 1.f);
  constrained(k<float, 17>, p);
  std::map<std::string, F> m{{"a", k<float, 18>}, {"b", {&k<float, 19>}}}; m["a"]<<<1, 1>>>(p, 1.f); m.at("b")<<<1, 1>>>(p, 1.f);
  static_cast<void (*)(char*)>(o)<<<1, 1>>>(nullptr); ((void (*)(short*))o)<<<1, 1>>>(nullptr); 
  void (*q)(long*) = o; void (*q2)(unsigned*){o}; auto q3 = static_cast<void (*)(bool*)>(&o<bool>); q3<<<1, 1>>>(0);
  const void* addr = (const void*)(void (*)(unsigned char*))o; (void)addr;
  std::vector<std::pair<F, int>> v{{k<float, 20>, 1}}; for (auto [f, n] : v) f<<<n, 1>>>(p, 1.f);
  auto pick = [](bool b) -> F { if (b) return k<float, 21>; return nullptr; }; pick(true)<<<1, 1>>>(p, 1.f);
  arr[3](i, 3);
}
