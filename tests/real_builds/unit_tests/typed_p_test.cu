// A suite of tests that a library declares and its users instantiate with their types.
#include <cuda_tile.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdint>
#include "cuda_check.h"
namespace ct = cuda::tiles;
namespace lib {
template <class T, class Acc, int Tile> __tile_global__ void dot(const T* a, const T* b, Acc* out) {
  auto at = int(ct::bid().x) * Tile + ct::iota<ct::tile<int, ct::shape<Tile>>>();
  auto product = ct::element_cast<Acc>(ct::load(a + at)) * ct::element_cast<Acc>(ct::load(b + at));
  ct::store(out + int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::sum<0>(product));
}
template <class T> struct Traits { using Acc = T; static constexpr int tile = 128; };
template <> struct Traits<__half> { using Acc = float; static constexpr int tile = 256; };
template <> struct Traits<__nv_bfloat16> { using Acc = float; static constexpr int tile = 256; };
template <> struct Traits<std::int8_t> { using Acc = int; static constexpr int tile = 512; };
}  // namespace lib

template <class Traits_> class DotTest : public CudaTest {
 protected:
  using Acc = typename Traits_::Acc;
  template <class T> void Launch(const T* a, Acc* out) { lib::dot<T, Acc, Traits_::tile><<<4, 1>>>(a, a, out); }
};
template <class T> class Dot : public DotTest<lib::Traits<T>> {};
TYPED_TEST_SUITE_P(Dot);
TYPED_TEST_P(Dot, Zero) {
  typename TestFixture::Acc* out = nullptr;
  this->template Launch<TypeParam>(nullptr, out);
  ASSERT_NO_CUDA_ERROR();
}
TYPED_TEST_P(Dot, InPlace) {
  if constexpr (std::is_same_v<TypeParam, typename TestFixture::Acc>) {
    lib::dot<TypeParam, TypeParam, 64><<<1, 1>>>(nullptr, nullptr, nullptr);
  } else {
    GTEST_SKIP() << "another type is the sum's";
  }
}
REGISTER_TYPED_TEST_SUITE_P(Dot, Zero, InPlace);
using Floats = ::testing::Types<float, double, __half, __nv_bfloat16>;
INSTANTIATE_TYPED_TEST_SUITE_P(Floats, Dot, Floats);
INSTANTIATE_TYPED_TEST_SUITE_P(Byte, Dot, std::int8_t);
