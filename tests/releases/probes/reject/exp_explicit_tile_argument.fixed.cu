// case: exp_explicit_tile_argument.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(float* o) {
    using T = ct::tile<float, ct::shape<8>>;
    auto i = ct::iota<ct::tile<int, ct::shape<8>>>();
    ct::store(o + i, ct::exp(ct::ones<T>()));
}
