// case: const_extents
// spec: 2.10 Layout Mappings
// accept: without const and volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::shape<4>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::layout_right_mapping<Four>);
    out[1] = sizeof(ct::layout_left_mapping<Four>);
    out[2] = sizeof(ct::layout_right_padded_mapping<Four, 4>);
    out[3] = sizeof(ct::layout_left_padded_mapping<Four, 4>);
    out[4] = sizeof(ct::layout_strided_mapping<Four, Four>);
}
