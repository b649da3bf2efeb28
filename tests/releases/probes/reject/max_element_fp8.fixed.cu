// case: max_element_fp8.fixed
// since: 13.4
// accept: the same program without the error
#include <cuda_fp8.h>
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(const float* p, unsigned* o) {
    auto t = ct::load(p + ct::iota<ct::tile<int, ct::shape<8>>>());
    ct::store(o + ct::iota<ct::tile<int, ct::shape<1>>>(), ct::max_element<0>(t));
}
