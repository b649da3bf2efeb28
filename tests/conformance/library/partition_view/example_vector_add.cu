// case: example_vector_add
// spec: 2.12 Partition View, the introduction (example)
// grid: 2
// arg: f32[1030] = iota
// arg: f32[1030] = iota*2+0.5
// arg: out f32[1030]
// arg: u64 = 1030
// expect: iota*3+0.5
// note: found without `ct::` by argument dependent lookup, through the class of `16_ic`. The second block is cut off at n.
#include <cstddef>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* __restrict__ a, float* __restrict__ b, float* __restrict__ out, std::size_t n) {
    a = assume_aligned(a, 16_ic);
    b = assume_aligned(b, 16_ic);
    out = assume_aligned(out, 16_ic);

    auto idx = ct::bid().x;

    auto view_a = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{1024_ic}};
    auto view_b = ct::partition_view{ct::tensor_span{b, ct::extents{n}}, ct::shape{1024_ic}};
    auto view_out = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape{1024_ic}};

    auto tile_a = view_a.load_masked(idx);
    auto tile_b = view_b.load_masked(idx);

    auto tile_out = tile_a + tile_b;

    view_out.store_masked(tile_out, idx);
}
