#include "cuda_tile.h"
namespace ct = cuda::tiles;

template <class View>
struct Operand {
    ct::partition_view view;
};

__tile_global__ void k(float* p, int n) {
    Operand a{ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}}};
    Operand b{ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}}};
    a.view.store_masked(b.view.load_masked(1), 0);
}

// cpp: A member whose type is to be deduced
// The type of a member is written.
