// case: example_nan_padding
// spec: 2.12.1 partition_view, loads (example)
// arg: out f32[8]
// expect: [8, 9, 10, nan, 19, 20, 21, nan]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(float* out) {
    float x[4][11] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
        {11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21},
        {22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
        {33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43}
    };

    ct::tensor_span t{&x[0][0], ct::extents{4_ic, 11_ic}};
    ct::partition_view p{t, ct::shape{2_ic, 4_ic}};

    auto r = p.load_masked(ct::view_padding_nan_t{}, 0, 2);
    put(out, r);
}
