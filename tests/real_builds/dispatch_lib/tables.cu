// Tables of function pointers, filled at compile time.
#include <cuda_tile.h>
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>
namespace ct = cuda::tiles;
using Launcher = void (*)(float*, float, cudaStream_t);
template <int N, bool Negate> __tile_global__ void scale(float* p, float by) {
  auto i = int(ct::bid().x) * N + ct::iota<ct::tile<int, ct::shape<N>>>();
  ct::store(p + i, ct::load(p + i) * (Negate ? -by : by));
}
template <int N, bool Negate> static void run(float* p, float by, cudaStream_t s) { scale<N, Negate><<<64, 1, 0, s>>>(p, by); }
template <std::size_t... I> constexpr std::array<Launcher, 2 * sizeof...(I)> make(std::index_sequence<I...>) {
  return {run<(16 << I), false>..., run<(16 << I), true>...};
}
constexpr auto launchers = make(std::make_index_sequence<3>{});
static constexpr void (*const kernels[])(float*, float) = {scale<512, false>, &scale<1024, true>};
struct Row { const char* name; void (*kernel)(float*, float); int tile; };
const Row rows[] = {{.name = "small", .kernel = scale<8, false>, .tile = 8}, {"large", scale<2048, false>, 2048}};
template <std::size_t... I> void each(float* p, std::index_sequence<I...>) { ((kernels[I]<<<1, 1>>>(p, float(I))), ...); }
int main(int argc, char** argv) {
  float* p = nullptr;
  cudaMalloc(&p, 1 << 20);
  launchers[argc % launchers.size()](p, 2.f, nullptr);
  each(p, std::make_index_sequence<2>{});
  for (const auto& [name, kernel, tile] : rows) { std::puts(name); kernel<<<(1 << 20) / tile, 1>>>(p, 1.f); }
  return cudaDeviceSynchronize();
}
