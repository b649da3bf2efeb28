// std::visit over variants of views.
#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <type_traits>
#include <variant>
#include <vector>
namespace ct = cuda::tiles;
template <class T> struct Span { T* data; int size; };
using AnySpan = std::variant<Span<float>, Span<double>, Span<int>, Span<__half>>;
using AnyWidth = std::variant<std::integral_constant<int, 32>, std::integral_constant<int, 128>>;
template <class To, class From, int N> __tile_global__ void cast(To* to, const From* from, int n) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  auto x = ct::load_masked(from + i, i < n);
  ct::store_masked(to + i, ct::element_cast<To>(x), i < n);
}
template <class... F> struct overloaded : F... { using F::operator()...; };
template <class... F> overloaded(F...) -> overloaded<F...>;
void convert(AnySpan to, AnySpan from, AnyWidth width) {
  std::visit([](auto to, auto from, auto width) {
    using To = std::remove_pointer_t<decltype(to.data)>;
    using From = std::remove_pointer_t<decltype(from.data)>;
    if constexpr (!std::is_same_v<To, From> && (std::is_floating_point_v<To> || std::is_floating_point_v<From>)) {
      constexpr int n = decltype(width)::value;
      cast<To, From, n><<<(from.size + n - 1) / n, 1>>>(to.data, from.data, from.size);
    }
  }, to, from, width);
}
void only_floats(AnySpan s, float* out) {
  std::visit(overloaded{[&](Span<float> f) { cast<float, float, 64><<<1, 1>>>(out, f.data, f.size); },
                        [&](Span<double> d) { cast<float, double, 64><<<1, 1>>>(out, d.data, d.size); },
                        [](auto) {}}, s);
}
