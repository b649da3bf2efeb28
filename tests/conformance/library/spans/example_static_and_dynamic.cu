// case: example_static_and_dynamic
// spec: 2.11 Tensor Span (example)
// arg: i32 = 2
// arg: out i32[10]
// expect: [2, 4, 0, 1, 2, 3, 4, 5, 6, 7]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int n, int* out) {
    int x[8] = {0, 1, 2, 3, 4, 5, 6, 7};

    ct::tensor_span t{&x[0], ct::extents{n, 4_ic}};
    static_assert(t.static_extent(0) == ct::dynamic_extent && t.static_extent(1) == 4);
    out[0] = t.extent(0);
    out[1] = t.extent(1);
    put(out + 2, ct::partition_view{t, ct::shape{2_ic, 4_ic}}.load(0, 0));
}
