// case: example_index_space
// spec: 1.5.2 Properties of Extents (example)
// arg: i32 = 3
// arg: out i32[6]
// arg: out i32[1]
// expect: [0, 1, 2, 3, 4, 5]
// expect: [6]
// note: the index type is missing in the listing. Each index of the space is visited, and finds its place in row-major order.
#include <cstdint>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out, int* count) {
    ct::extents<uint32_t, 2, ct::dynamic_extent> e{n};
    ct::layout_right_mapping<decltype(e)> m{e};
    int visited = 0;
    for (unsigned i = 0; i < e.extent(0); ++i) {
        for (unsigned j = 0; j < e.extent(1); ++j) {
            out[i * m.stride(0) + j * m.stride(1)] = visited++;
        }
    }
    count[0] = visited;
}
