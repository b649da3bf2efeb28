// Several stages in one expression; a kernel of every stage in a tuple.
#include <cuda_tile.h>
#include <tuple>
namespace ct = cuda::tiles;
template <int Stage> __tile_global__ void stage(float* p) { ct::store(p, float(Stage)); }
template <class Tuple, size_t... I> void run(Tuple&& stages, float* p, std::index_sequence<I...>) { ((std::get<I>(stages)<<<1, 1>>>(p)), ...); }
template <int... S> constexpr auto make() { return std::make_tuple(&stage<S>...); }
template <int N> struct Chain { static void run(float* p) { Chain<N - 1>::run(p); stage<N><<<1, 1>>>(p); } };
template <> struct Chain<0> { static void run(float*) {} };
auto global_lambda = [](float* p) { stage<50><<<1, 1>>>(p); };
int main() {
  auto stages = make<1, 2, 3>();
  run(stages, nullptr, std::make_index_sequence<3>());
  Chain<3>::run(nullptr);
  auto [a, b] = std::pair(&stage<20>, &stage<21>);
  a<<<1, 1>>>(nullptr);
  decltype(&stage<30>) never = nullptr;
  (void)never; (void)b;
  constexpr auto c = stage<40>;
  c<<<1, 1>>>(nullptr);
}
