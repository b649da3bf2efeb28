// case: view_load_masked_outside
// spec: 3.1 Undefined Behavior Annex (example)
// ub: the partition is wholly outside
// arg: inout i32[512] = zeros
// arg: out i32[16]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* ptr, int* out) {
    ct::tensor_span t{ptr, ct::extents{16, 32}};
    ct::partition_view p{t, ct::shape{4_ic, 2_ic}};
    put(out, p.load_masked(4, 0)); // UB
}
