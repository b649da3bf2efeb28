#include <cuda_tile.h>
#include <vector>
#include "cuda_check.h"
namespace ct = cuda::tiles;
template <class T> __tile_global__ void add(const T* a, const T* b, T* c) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  ct::store(c + i, ct::load(a + i) + ct::load(b + i));
}
template <class T> class Add : public CudaTest {};
using Types = ::testing::Types<float, double, int, short>;
TYPED_TEST_SUITE(Add, Types);
TYPED_TEST(Add, Vector) {
  std::vector<TypeParam> host(32, TypeParam(1));
  TypeParam* p;
  ASSERT_EQ(cudaMallocManaged(&p, 96 * sizeof(TypeParam)), cudaSuccess);
  std::copy(host.begin(), host.end(), p);
  add<TypeParam><<<1, 1>>>(p, p + 32, p + 64);
  ASSERT_NO_CUDA_ERROR();
  EXPECT_CUDA_OK(cudaFree(p));
}
TEST_F(CudaTest, Unsigned) {
  unsigned* p = nullptr;
  add<<<1, 1>>>(static_cast<const unsigned*>(p), static_cast<const unsigned*>(p), p);
}
