// case: strides
// spec: 2.10 Layout Mappings
// arg: out u32[12]
// expect: [12, 4, 1, 1, 2, 6, 4, 1, 1, 6, 9, 2]
// note: 2x3x4 to the right and to the left, 2x3 padded to 4, 4x2 padded to 6, and given strides.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(unsigned* out) {
    auto put = [&](int at, unsigned value) { out[at] = value; };
    using E = ct::extents<unsigned, 2, 3, 4>;
    ct::layout_right::mapping<E> right{E{}};
    ct::layout_left::mapping<E> left{E{}};
    for (int i = 0; i < 3; ++i) {
        put(i, right.stride(i));
        put(3 + i, left.stride(i));
    }
    using R = ct::extents<unsigned, 2, 3>;
    typename ct::layout_right_padded<4>::template mapping<R> padded{R{}, 4_ic};
    put(6, padded.stride(0));
    put(7, padded.stride(1));
    using L = ct::extents<unsigned, 4, 2>;
    typename ct::layout_left_padded<6>::template mapping<L> column{L{}, 6_ic};
    put(8, column.stride(0));
    put(9, column.stride(1));
    ct::extents strides{9, 2};
    typename ct::layout_strided<decltype(strides)>::template mapping<R> given{R{}, strides};
    put(10, given.stride(0));
    put(11, given.stride(1));
}
