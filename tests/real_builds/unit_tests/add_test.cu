#include <cuda_tile.h>
#include "minitest.h"
namespace ct = cuda::tiles;
template <class T> __tile_global__ void add(const T* a, const T* b, T* c) {
  auto i = ct::iota<ct::tile<int, ct::shape<32>>>();
  ct::store(c + i, ct::load(a + i) + ct::load(b + i));
}
TYPED_TEST(Add, float, double, int, short) {
  std::vector<TypeParam> host(32, TypeParam(1));
  TypeParam* p;
  cudaMallocManaged(&p, 96 * sizeof(TypeParam));
  add<TypeParam><<<1, 1>>>(p, p + 32, p + 64);
  ASSERT_NO_CUDA_ERROR();
}
TEST(Add, Unsigned) {
  unsigned* p = nullptr;
  add<<<1, 1>>>(static_cast<const unsigned*>(p), static_cast<const unsigned*>(p), p);
}
TEST_MAIN()
