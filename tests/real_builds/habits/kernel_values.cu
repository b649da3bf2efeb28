// Kernels as template arguments, variables and results.
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <string_view>
#include <utility>
namespace ct = cuda::tiles;
template <class T, int N = 4> __tile_global__ void put(T* p, T v) {
  ct::store(p + ct::iota<ct::tile<int, ct::shape<N>>>(), ct::full<ct::tile<T, ct::shape<N>>>(v));
}
__tile_global__ void plain(float* p, float v) { *p = v; }
template <auto Kernel> struct Launcher {
  template <class... A> static void go(unsigned grid, A... a) { Kernel<<<grid, 1>>>(a...); }
};
template <class T> inline constexpr auto kernel_for = &put<T, int(sizeof(T)) * 2>;
template <class T> auto pick(bool big) { return big ? put<T, 64> : put<T, 8>; }
using Float = void (*)(float*, float);
template <std::size_t... I> constexpr std::array<Float, sizeof...(I)> table(std::index_sequence<I...>) { return {put<float, (1 << I)>...}; }
static const Float every[] = {put<float, 128>, &plain};
struct Entry { std::string_view name; Float f; };
static constexpr Entry entries[] = {{.name = "a", .f = put<float, 256>}, {.name = "b", .f = plain}};
std::map<std::string_view, std::function<void(float*)>> actions = {
  {"x", [](float* p) { put<float, 512><<<1, 1>>>(p, 0.f); }},
};
int main() {
  float* p = nullptr; double* d = nullptr;
  Launcher<put<float>>::go(1, p, 1.f);
  Launcher<&put<double, 16>>::go(2, d, 1.0);
  Launcher<plain>::go(1, p, 1.f);
  kernel_for<double><<<1, 1>>>(d, 2.0);
  pick<float>(true)<<<1, 1>>>(p, 3.f);
  (d ? put<double, 2> : put<double, 1>)<<<1, 1>>>(d, 1.0);
  constexpr auto t = table(std::make_index_sequence<3>{});
  t[1]<<<1, 1>>>(p, 1.f);
  every[0]<<<1, 1>>>(p, 1.f);
  for (auto& [name, f] : entries) f<<<dim3{1, 2}, dim3(1), 0, cudaStream_t{}>>>(p, 1.f);
  actions["x"](p);
  std::puts("k<<<1, 1>>>(p) in a string");
  puts(R"(put<float, 99><<<1, 1>>>(p, 1.f))");
}
