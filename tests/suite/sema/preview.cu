// Names of a preview are errors that name it and its release, in each release.
//@ check
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using T = ct::tile<float, ct::shape<16>>;

__experimental_foreign_decl__ __experimental_foreign_name__("lib_negate") T negate(T x); //~ error[E0220]: a function of a tile library belongs to a preview of CUDA 13.5
__experimental_foreign_decl__ T twice(T x); //~ error[E0220]: a function of a tile library belongs to a preview of CUDA 13.5

__tile_global__ void test(float* p) {
    auto i = ct::iota<ct::tile<int, ct::shape<16>>>();
    ct::store(p + i, negate(twice(ct::load(p + i))));
    ct::experimental::multi_outputs<int, int> both; //~ error[E0326]: `multi_outputs` belongs to a preview of CUDA 13.5
    ct::experimental::fixedString text{"a"}; //~ error[E0326]: `fixedString` belongs to a preview of CUDA 13.5
}
