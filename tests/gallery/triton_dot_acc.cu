#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(const __half* a, const __half* b, float* c) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64_ic, 64_ic}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64_ic, 64_ic}}, ct::shape{64_ic, 64_ic}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    acc += ct::mma(va.load(0, 0), va.load(0, 0));
    vc.store(acc, 0, 0);
}

// types: A product added by +=
// `mma` takes the accumulator as its third operand and gives the new one.
