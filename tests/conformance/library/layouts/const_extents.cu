// case: const_extents
// spec: 2.10 Layout Mappings
// refuses: 2.10.2-1 2.10.4-1 2.10.6-1 2.10.8-1 2.10.10-1
// reject: E0315 E0315 E0315 E0315 E0315 extents and strides have no const and no volatile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::shape<4>;

extern "C" __tile_global__ void test(int* out) {
    out[0] = sizeof(ct::layout_right_mapping<Four const>);
    out[1] = sizeof(ct::layout_left_mapping<Four volatile>);
    out[2] = sizeof(ct::layout_right_padded_mapping<Four const, 4>);
    out[3] = sizeof(ct::layout_left_padded_mapping<Four const, 4>);
    out[5] = sizeof(ct::layout_strided_mapping<Four, Four const>);
}
