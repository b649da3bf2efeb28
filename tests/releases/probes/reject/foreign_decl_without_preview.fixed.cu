// case: foreign_decl_without_preview.fixed
// since: 13.5
// accept: the same program without the error
// flags: --tile-preview=simt -tilebc
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__experimental_foreign_decl__ __experimental_foreign_name__("lib_negate") ct::tile<float, ct::shape<16>> negate(ct::tile<float, ct::shape<16>> x);
extern "C" __tile_global__ void test(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store(p + i, negate(ct::load(p + i)));
}
