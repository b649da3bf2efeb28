#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void kernel(const __half* a, const __half* b, float* c) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64, 64}}, ct::shape<64, 64>{}};
    auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
    vc.store(ct::mma(va, vb.load(0, 0), acc), 0, 0);
}

// types: A view as an operand
// An operand is a tile, which `load` of a view gives.
