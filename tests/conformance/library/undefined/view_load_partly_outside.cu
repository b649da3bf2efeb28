// case: view_load_partly_outside
// spec: 3.1 Undefined Behavior Annex (example)
// ub: the partition is partly outside
// arg: inout i32[30] = zeros
// arg: out i32[16]
// note: the listing has the indices (0, 2) and (2, 0), which are wholly outside; (0, 1) and (1, 0) are partly outside.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::tensor_span t{ptr, ct::extents{5, 6}};
    ct::partition_view p{t, ct::shape{4_ic, 4_ic}};
    put(out, p.load(0, 1)); // UB
}
