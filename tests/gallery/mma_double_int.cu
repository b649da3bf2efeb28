#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void k(const double* a, const int* b, double* c) {
    ct::partition_view va{ct::tensor_span{a, ct::extents{64_ic, 64_ic}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view vb{ct::tensor_span{b, ct::extents{64_ic, 64_ic}}, ct::shape{64_ic, 64_ic}};
    ct::partition_view vc{ct::tensor_span{c, ct::extents{64_ic, 64_ic}}, ct::shape{64_ic, 64_ic}};
    auto acc = ct::zeros<ct::tile<double, ct::shape<64, 64>>>();
    vc.store(ct::mma(va.load(0, 0), vb.load(0, 0), acc), 0, 0);
}

// types: mma of double and int
// The operands of a product have one element type.
