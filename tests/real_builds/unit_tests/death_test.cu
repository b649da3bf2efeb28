#include <cuda_tile.h>
#include "cuda_check.h"
namespace ct = cuda::tiles;
template <int N> __tile_global__ void k(float* p) { ct::store(p, float(N)); }
#define EXPECT_LAUNCH(...) do { __VA_ARGS__; ASSERT_NO_CUDA_ERROR(); } while (0)
#define EXPECT_KERNEL(K, ...) EXPECT_LAUNCH(K<<<1, 1>>>(__VA_ARGS__))
#define K(n) k<n>
TEST(Macros, Nested) {
  float* p = nullptr;
  EXPECT_LAUNCH(k<1><<<1, 1>>>(p));
  EXPECT_KERNEL(k<2>, p);
  EXPECT_KERNEL(K(3), p);
  EXPECT_KERNEL((k<4>), p);
  EXPECT_LAUNCH({ K(5)<<<1, 1>>>(p); k<6><<<1, 1>>>(p); });
}
#define FOR_ALL(M) M(16) M(32) M(64)
#define CASE(n) case n: k<n><<<1, 1>>>(p); break;
TEST(Macros, XMacro) {
  float* p = nullptr;
  switch (32) { FOR_ALL(CASE) }
}
#define ONCE 1, 1
TEST(MacrosDeathTest, Launches) {
  float* p = nullptr;
  EXPECT_DEATH((k<7><<<1, 1>>>(p), abort()), "");
  EXPECT_EXIT((K(8)<<<1, 1>>>(p), std::exit(3)), ::testing::ExitedWithCode(3), "");
  EXPECT_THROW((k<9><<<1, 1>>>(p), throw std::runtime_error("x")), std::runtime_error);
  EXPECT_NO_THROW((k<10><<<ONCE>>>(p)));
}
