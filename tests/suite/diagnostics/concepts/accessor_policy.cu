#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class E>
struct Plain {
    using element_type = E;
    using data_handle_type = E*;
    using reference = E&;
};

__tile_global__ void kernel(float* p) {
    ct::tensor_span<float, ct::shape<4>, ct::layout_right, Plain<float>> span{p, ct::shape{4_ic}};
}
