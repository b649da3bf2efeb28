// Recursion over levels.
#include "filters_tile.cuh"
namespace filters {
template <int Level>
__tile_global__ void reduce_level(const float* in, float* out) {
  constexpr int n = 1 << (8 - Level);
  auto i = ct::iota<lanes<n>>();
  ct::store(out + i, ct::load(in + i * 2));
}
template <int Level = 0>
void pyramid(float* in, float* out) {
  reduce_level<Level><<<1, 1>>>(in, out);
  if constexpr (Level < 5) pyramid<Level + 1>(out, in);
}
void run(float* a, float* b) { pyramid(a, b); }
}
