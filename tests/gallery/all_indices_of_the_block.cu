#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile_global__ void k(float* p, int n) {
    ct::partition_view v{ct::tensor_span{p, ct::extents{n}}, ct::shape<64>{}};
    ct::store(p + ct::iota<ct::tile<int, ct::shape<64>>>(), v.load_masked(ct::bid()));
}

// blocks: All indices of a tile block as one index
// `bid()` has three members.
