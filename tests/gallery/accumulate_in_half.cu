#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void product(const __half* a, __half* c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n, n}}, ct::shape{64_ic, 64_ic}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    acc = ct::mma(va.load_masked(0, 0), va.load_masked(0, 0), acc);
    vc.store_masked(acc, 0, 0);
}

// types: A float accumulator for f16 stored as f16
// A store does not narrow: convert with `element_cast`.
