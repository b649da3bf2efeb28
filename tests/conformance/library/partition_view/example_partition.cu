// case: example_partition
// spec: 2.12 Partition View (example)
// arg: out i32[4]
// expect: [20, 21, 28, 29]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int* out) {
    int x[4][8] = {
        {0, 1, 2, 3, 4, 5, 6, 7},
        {8, 9, 10, 11, 12, 13, 14, 15},
        {16, 17, 18, 19, 20, 21, 22, 23},
        {24, 25, 26, 27, 28, 29, 30, 31}
    };

    ct::tensor_span t{&x[0][0], ct::extents{4_ic, 8_ic}};
    ct::partition_view p{t, ct::shape{2_ic, 2_ic}};
    auto r = p.load(1, 2);
    put(out, r);
}
