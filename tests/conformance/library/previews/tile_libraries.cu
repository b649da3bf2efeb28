// case: tile_libraries
// spec: CUDA 13.5: --tile-preview=simt
// refuses: 13.5-43 13.5-44 13.5-45 13.5-46
// reject: E0220 E0220 E0326 E0326 the preview of tile libraries is switched off
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<16>>;

__experimental_foreign_decl__ T twice(T x);
__experimental_foreign_decl__ __experimental_foreign_name__("lib_negate") T negate(T x);

#ifdef __CUDACC_TILE_PREVIEW_SIMT__
#error the preview is switched on
#endif

extern "C" __tile_global__ void test(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store(p + i, negate(twice(ct::load(p + i))));
    ct::experimental::multi_outputs<int, int> both;
    ct::experimental::fixedString text{"a"};
}
