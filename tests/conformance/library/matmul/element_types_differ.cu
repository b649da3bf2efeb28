// case: element_types_differ
// spec: 2.5.1 mma_compatible
// reject: E0312 half and float operands do not go together
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(__half const* a, float const* b, float* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4, 4>>>();
    auto c = ct::zeros<ct::tile<float, ct::shape<4, 4>>>();
    ct::store(out + i, ct::mma(ct::load(a + i), ct::load(b + i), c));
}
