#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void product(const signed char* a, float* c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape{64_ic, 64_ic}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    acc = ct::mma(va.load_masked(0, 0), va.load_masked(0, 0), acc);
    *c = static_cast<float>(ct::sum<0>(ct::sum<1>(acc)));
}

// types: An integer product in a float accumulator
// 8-bit integers accumulate in `int`.
