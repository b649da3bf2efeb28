// Without an option the latest release is chosen; calls that it removed are errors.
//@ check
#include "cuda_tf32.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

static_assert(__CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_MINOR__ == 5 && __CUDACC_VER_BUILD__ == 37);

__tile_global__ void test(float* p) {
    using T = ct::tile<float, ct::shape<4>>;
    auto x = ct::load(p + ct::iota<ct::tile<int, ct::shape<4>>>());
    ct::exp(x);
    ct::exp<T>(x); //~ error[E0326]: CUDA 13.4 removed `exp` of (tile<float, 4>), and 13.5 is chosen
    ct::element_bitcast<__nv_tf32>(x); //~ error[E0326]: CUDA 13.5 removed `element_bitcast` of
}
