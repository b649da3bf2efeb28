#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(float const* p) {
    ct::partition_view view{ct::tensor_span{p, ct::extents{64_ic}}, ct::shape{8_ic}};
    view.store(ct::zeros<ct::tile<float, ct::shape<8>>>(), 0);
}
