#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float* p) {
    ct::partition_view view{ct::tensor_span{p, ct::extents{64_ic, 64_ic}}, ct::shape{8_ic, 8_ic}};
    auto x = view.load(1);
}
