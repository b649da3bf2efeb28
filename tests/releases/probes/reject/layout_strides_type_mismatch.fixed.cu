// case: layout_strides_type_mismatch.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* o) {
    ct::layout_strided_mapping m{ct::extents<unsigned, 4, 4>{}, ct::strides<unsigned, 8, 1>{}};
    o[0] = m.stride(0);
}
