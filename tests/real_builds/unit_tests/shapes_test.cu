#include <cuda_tile.h>
#include "cuda_check.h"
namespace ct = cuda::tiles;
template <class Shape> __tile_global__ void zero(float* p) {
  auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
  if constexpr (std::is_same_v<Shape, ct::shape<8, 2>>) ct::store(p + i, ct::zeros<ct::tile<float, ct::shape<16>>>());
}
template <class... Shapes> void each(float* p) { (zero<Shapes><<<1, 1>>>(p), ...); }
TEST(Shapes, Types) { each<ct::shape<16>, ct::shape<8, 2>, ct::shape<2, 2, 4>>(nullptr); }
