#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(int* p) {
    ct::partition_view view{ct::tensor_span{p, ct::extents{60_ic}}, ct::shape{8_ic}};
    auto x = view.load_masked(ct::view_padding_nan_t{}, 7);
}
