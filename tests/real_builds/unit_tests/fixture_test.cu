#include <cuda_tile.h>
#include "minitest.h"
namespace ct = cuda::tiles;
template <class T> __tile_global__ void init(T* p, T v) { ct::store(p, v); }
template <class T> class Fixture {
 protected:
  void SetUp() { cudaMalloc(&p_, sizeof(T)); init<<<1, 1>>>(p_, T{}); }
  void TearDown() { cudaFree(p_); }
  void NotUsed() { init<T*><<<1, 1>>>(&p_, p_); }
  virtual void Virtual() { init<T><<<1, 1>>>(p_, T(1)); }
  T* p_ = nullptr;
};
class FloatTest : public Fixture<float> {
 public:
  void Run() { SetUp(); TearDown(); }
};
struct Runner : Fixture<short> { void go() { SetUp(); } };
TEST(Fixture, Float) { FloatTest().Run(); Runner{}.go(); }
TEST_MAIN()
