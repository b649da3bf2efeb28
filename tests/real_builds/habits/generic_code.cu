// Concepts, abbreviated templates, lambdas with template parameters, fold expressions.
#include <cuda_tile.h>
#include <concepts>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>
#include <ranges>
#include <numeric>
#include <optional>
#include <source_location>
namespace ct = cuda::tiles;
template <class T> concept Number = std::integral<T> || std::floating_point<T>;
template <Number T> __tile_global__ void zero(T* p) { *p = T{}; }
__tile_global__ void one(auto* p) { *p = 1; }
template <class T> requires std::same_as<T, float> __tile_global__ void scale(T* p, T by) { *p *= by; }
template <class T> requires(!std::same_as<T, float>) __tile_global__ void scale(T* p, T by) { *p = *p * by + 1; }
template <int... N> __tile_global__ void sums(int* p) { *p = (N + ... + 0); }
template <class... T> struct types {};
template <class F, class... T> void each(types<T...>, F f) { (f.template operator()<T>(), ...); }
template <class... F> struct overloaded : F... { using F::operator()...; };
using Buffer = std::variant<float*, double*, std::int16_t*>;
template <class T> void fill(std::vector<T>& v, std::source_location at = std::source_location::current()) {
  zero<<<unsigned(v.size()), 1>>>(v.data());
}
constexpr int operator""_w(unsigned long long n) { return int(n) * 32; }
struct Op {
  int n = [] { int* p = nullptr; sums<1, 2><<<1, 1>>>(p); return 3; }();
  Op() : m{(sums<4><<<1, 1>>>(nullptr), 5)} {}
  int m;
  ~Op() noexcept { static bool once = (sums<7, 7, 7><<<1, 1>>>(nullptr), true); (void)once; }
};
void run(Buffer b, std::optional<long*> maybe) {
  each(types<char, unsigned, float>{}, []<class T>() { one<<<1, 1>>>(static_cast<T*>(nullptr)); });
  std::visit(overloaded{[](float* p) { scale<<<1, 1>>>(p, 2.f); }, [](auto* p) { scale<<<1, 1>>>(p, std::remove_pointer_t<decltype(p)>(3)); }}, b);
  sums<1_w, 2, (3 > 2)><<<1, 1>>>(nullptr);
  if (auto p = maybe.value_or(nullptr); p) zero<<<1, 1>>>(p);
  for (int i : std::views::iota(0, 3) | std::views::filter([](int i) { return i % 2; })) sums<100><<<i, 1>>>(nullptr);
  std::vector<std::uint8_t> v(7); fill(v);
  Op op;
  std::apply([](auto... p) { (zero<<<1, 1>>>(p), ...); }, std::tuple<int*, double*>{});
}
