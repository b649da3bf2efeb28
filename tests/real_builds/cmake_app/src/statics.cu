#include <cuda_tile.h>
namespace ct = cuda::tiles;

static __tile_global__ void internal_used(float* p) { ct::store(p, 1.f); }
static __tile_global__ void internal_unused(float* p) { ct::store(p, 2.f); }
namespace {
__tile_global__ void hidden(float* p) { ct::store(p, 3.f); }
template <int N>
__tile_global__ void hidden_n(float* p) { ct::store(p, float(N)); }
}  // namespace
template <int N>
static __tile_global__ void internal_n(float* p) { ct::store(p, float(N)); }

static void never_called(float* p) { internal_n<1><<<1, 1>>>(p); }
static inline void never_called_either(float* p) {
  internal_n<2><<<1, 1>>>(p);
  hidden_n<2><<<1, 1>>>(p);
}
template <int N>
static void never_instantiated(float* p) {
  internal_n<N><<<1, 1>>>(p);
  internal_n<99><<<1, 1>>>(p);
}
void go(float* p) {
  internal_used<<<1, 1>>>(p);
  hidden<<<1, 1>>>(p);
  if (false) internal_n<3><<<1, 1>>>(p);
  if constexpr (sizeof(void*) == 4) internal_n<4><<<1, 1>>>(p);
  return;
  internal_n<5><<<1, 1>>>(p);
}
