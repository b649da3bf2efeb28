#include <cuda_tile.h>
#include "cuda_check.h"
#include <chrono>
#include <random>
#include <algorithm>
#include <numeric>
namespace ct = cuda::tiles;
template <typename T, size_t N> __tile_global__ void scale(T (*p)[N], T by) { ct::store(&(*p)[0], by); }
template <typename T> __tile_global__ void ptr(T const* const* p, T* q) { ct::store(q, ct::load(*p)); }
TEST(Bench, Arrays) {
  float (*array)[8] = nullptr;
  scale<<<1, 1>>>(array, 2.f);
  double (*other)[16] = nullptr;
  scale<<<1, 1>>>(other, 2.);
  int const* const* pp = nullptr; int* q = nullptr;
  ptr<<<1, 1>>>(pp, q);
  std::mt19937 engine(1); std::vector<float> v(10);
  std::generate(v.begin(), v.end(), [&] { return std::uniform_real_distribution<float>()(engine); });
  EXPECT_GT(std::accumulate(v.begin(), v.end(), 0.f), 0) << ::testing::PrintToString(v);
  RecordProperty("elements", static_cast<int>(v.size()));
}
