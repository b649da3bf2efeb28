// Values that are known at run time select instantiations.
#include <cuda_tile.h>
#include <string>
#include <tuple>
#include "cuda_check.h"
namespace ct = cuda::tiles;
enum class Layout { Rows, Columns };
template <int M, int N, Layout L> __tile_global__ void transpose(const float* x, float* y, int pitch) {
  auto tile = ct::iota<ct::tile<int, ct::shape<M * N>>>();
  if constexpr (L == Layout::Rows) ct::store(y + tile, ct::load(x + tile));
  else ct::store(y + tile * pitch, ct::load(x + tile));
}
void PrintTo(Layout layout, std::ostream* to) { *to << (layout == Layout::Rows ? "Rows" : "Columns"); }

using Case = std::tuple<int, int, Layout>;
class Transpose : public CudaTest, public ::testing::WithParamInterface<Case> {
 protected:
  template <int M, int N> void Run(Layout layout) {
    switch (layout) {
      case Layout::Rows: return transpose<M, N, Layout::Rows><<<1, 1>>>(nullptr, nullptr, N);
      case Layout::Columns: return transpose<M, N, Layout::Columns><<<1, 1>>>(nullptr, nullptr, M);
    }
  }
  template <int M> void Dispatch(int n, Layout layout) {
    switch (n) {
      case 16: return Run<M, 16>(layout);
      case 32: return Run<M, 32>(layout);
      default: FAIL() << "no tile of " << M << " by " << n;
    }
  }
};
TEST_P(Transpose, Runs) {
  const auto [m, n, layout] = GetParam();
  if (m == 8) Dispatch<8>(n, layout);
  else Dispatch<64>(n, layout);
  ASSERT_NO_CUDA_ERROR();
}
INSTANTIATE_TEST_SUITE_P(Tiles, Transpose,
                         ::testing::Combine(::testing::Values(8, 64), ::testing::ValuesIn({16, 32}),
                                            ::testing::Values(Layout::Rows, Layout::Columns)),
                         [](const ::testing::TestParamInfo<Case>& info) {
                           return std::to_string(std::get<0>(info.param)) + "x" + std::to_string(std::get<1>(info.param)) +
                                  "_" + ::testing::PrintToString(std::get<2>(info.param));
                         });

// The kernels themselves are the values.
struct Entry { const char* name; void (*kernel)(const float*, float*, int); int pitch; };
class ByPointer : public ::testing::TestWithParam<Entry> {};
TEST_P(ByPointer, Launches) { GetParam().kernel<<<dim3(1), dim3(1)>>>(nullptr, nullptr, GetParam().pitch); }
INSTANTIATE_TEST_SUITE_P(Kernels, ByPointer,
                         ::testing::Values(Entry{"small", transpose<4, 4, Layout::Rows>, 4},
                                           Entry{"tall", &transpose<128, 2, Layout::Columns>, 2}));
