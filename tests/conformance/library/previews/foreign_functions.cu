// case: foreign_functions
// spec: CUDA 13.5: --tile-preview=simt
// rows: 13.5-45 13.5-46
// flags: --tile-preview=simt
// accept: functions of a tile library are declared and called
// note: tests/tests/previews.rs compares the calls in Tile IR and bytecode
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<16>>;

#if __CUDACC_TILE_PREVIEW_SIMT__ != 1
#error the macro of the preview
#endif

__experimental_foreign_decl__ T twice(T x);
__experimental_foreign_decl__ __experimental_foreign_name__("lib_negate") T negate(T x);
static_assert(__is_same(decltype(negate(T{})), T));

extern "C" __tile_global__ void test(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store(p + i, negate(twice(ct::load(p + i))));
}
