#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void count(int* bins, const int* keys) {
    ct::gather_scatter_view rows{ct::tensor_span{bins, ct::extents{256, 8_ic}}, ct::shape<64, 8>{}, 0_ic};
    auto key = ct::load(keys + ct::iota<ct::tile<int, ct::shape<64>>>());
    rows.atomic_add(ct::ones<ct::tile<int, ct::shape<64, 8>>>(), key, 0);
}

// types: An atomic addition through a view that gathers
// Views that gather and scatter load and store; atomic functions take pointers.
