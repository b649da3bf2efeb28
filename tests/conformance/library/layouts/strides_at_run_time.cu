// case: strides_at_run_time
// spec: 2.10 Layout Mappings, 2.11.1 tensor_span, 2.8.1 extents
// rows: 2.8.1-7 2.10.2-8..9 2.10.4-8..9 2.10.6-11..12 2.10.8-11..12 2.10.10-9..10 2.10.12-2 2.11.1-17..19
// arg: out i64[15]
// arg: out i32[5]
// arg: out i64[9]
// expect: [-1, 3, 1, 1, 2, -1, 20, 4, 1, 1, 4, 20, 15, 3, 1]
// expect: [1, 1, 1, 1, 1]
// expect: [2, -1, 3, 3, 1, 2, -1, 3, -1]
// note: a stride of which a factor is dynamic is dynamic_extent, all ones; 3 is padded to 4: rows of 3 x 5 x 3 by columns of 4, and planes of 4 x 5.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Some = ct::extents<int, 2, ct::dynamic_extent, 3>;
using All = ct::extents<int, 3, 5, 3>;

template <class Mapping>
__tile__ void put(long long* out, int* strided, int row, Mapping mapping) {
    for (int i = 0; i < 3; ++i)
        out[3 * row + i] = static_cast<long long>(mapping.static_stride(i));
    strided[row] = mapping.is_always_strided();
}

extern "C" __tile_global__ void test(long long* strides, int* strided, long long* lengths) {
    Some some(4);
    All all;
    put(strides, strided, 0, ct::layout_right_mapping(some));
    put(strides, strided, 1, ct::layout_left_mapping(some));
    put(strides, strided, 2, ct::layout_right_padded<4>::mapping<All>(all, ct::integral_constant<4>{}));
    put(strides, strided, 3, ct::layout_left_padded<4>::mapping<All>(all, ct::integral_constant<4>{}));
    put(strides, strided, 4, ct::layout_strided_mapping(all, ct::extents<int, 15, 3, 1>{}));
    ct::tensor_span span(strided, some);
    for (int i = 0; i < 3; ++i)
        lengths[i] = static_cast<long long>(some.static_extent(i));
    lengths[3] = span.rank();
    lengths[4] = span.rank_dynamic();
    for (int i = 0; i < 3; ++i)
        lengths[5 + i] = static_cast<long long>(span.static_extent(i));
    lengths[8] = static_cast<long long>(ct::layout_mapping_static_stride<ct::layout_right_mapping<Some>>{}(0));
}
