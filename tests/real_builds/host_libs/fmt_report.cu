// A table of timings: user types are formatted, kernels are in a table with their names.
#include <cuda_tile.h>
#include <fmt/chrono.h>
#include <fmt/ostream.h>
#include <fmt/ranges.h>
#include <array>
#include <map>
#include <vector>
#include "check.h"
namespace ct = cuda::tiles;
enum class Op { Sum, Max };
template <> struct fmt::formatter<Op> : fmt::formatter<std::string_view> {
  template <class Context> auto format(Op op, Context& context) const {
    return formatter<std::string_view>::format(op == Op::Sum ? "sum" : "max", context);
  }
};
template <> struct fmt::formatter<dim3> {
  constexpr auto parse(format_parse_context& context) { return context.begin(); }
  template <class Context> auto format(const dim3& d, Context& context) const {
    return fmt::format_to(context.out(), "{}x{}x{}", d.x, d.y, d.z);
  }
};
template <Op O, int N> __tile_global__ void reduce(const float* x, float* y) {
  auto tile = ct::load(x + int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>());
  auto to = y + int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<1>>>();
  if constexpr (O == Op::Sum) ct::store(to, ct::sum<0>(tile));
  else ct::store(to, ct::reduce_max<0>(tile));
}
struct Variant {
  Op op;
  int tile;
  void (*kernel)(const float*, float*);
};
template <int... N> constexpr auto variants() {
  return std::array{Variant{Op::Sum, N, reduce<Op::Sum, N>}..., Variant{Op::Max, N, &reduce<Op::Max, N>}...};
}
int main() {
  constexpr auto all = variants<256, 1024>();
  std::map<std::pair<int, std::string>, std::vector<std::chrono::duration<double, std::micro>>> times;
  for (const auto& [op, tile, kernel] : all) {
    const dim3 grid(1 << 10);
    kernel<<<grid, 1>>>(nullptr, nullptr);
    CUDA_CHECK(cudaGetLastError());
    times[{tile, fmt::to_string(op)}].emplace_back(1.5);
    fmt::print("{:>4} {} {}\n", tile, op, grid);
  }
  for (const auto& [key, list] : times) fmt::print("{} {}: {}\n", key.first, key.second, fmt::join(list, " "));
  fmt::memory_buffer out;
  fmt::format_to(std::back_inserter(out), "{:%H}", std::chrono::seconds(3600));
}
