#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

using namespace ct::literals;

__tile_global__ void product(const __half* a, float* c, int n) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{n, n}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{n, n}}, ct::shape{64_ic, 64_ic}};
    vc.store_masked(ct::mma(va.load_masked(0, 0), va.load_masked(0, 0)), 0, 0);
}

// types: mma without an accumulator
// The third operand is what the product is added to.
