#include <cuda_tile.h>
#include "cuda_check.h"
namespace ct = cuda::tiles;
template <class T> __tile_global__ void init(T* p, T v) { ct::store(p, v); }
template <class T> class Fixture : public ::testing::Test {
 protected:
  void SetUp() override { EXPECT_CUDA_OK(cudaMalloc(&p_, sizeof(T))); init<<<1, 1>>>(p_, T{}); }
  void TearDown() override { EXPECT_CUDA_OK(cudaFree(p_)); }
  static void SetUpTestSuite() { init<<<1, 1>>>(shared_, 1u); }
  void NotUsed() { init<T*><<<1, 1>>>(&p_, p_); }
  virtual void Virtual() { init<T><<<1, 1>>>(p_, T(1)); }
  T* p_ = nullptr;
  inline static unsigned* shared_ = nullptr;
};
class FloatTest : public Fixture<float> {};
TEST_F(FloatTest, Runs) { ASSERT_NO_CUDA_ERROR(); }
TEST_F(FloatTest, DISABLED_LaunchesAnother) { init<unsigned char><<<1, 1>>>(nullptr, 0); }
struct Runner : Fixture<short> {
  void TestBody() override { SetUp(); }
  void Go() { TestBody(); }
};
TEST(Fixture, ByHand) { Runner{}.Go(); }
