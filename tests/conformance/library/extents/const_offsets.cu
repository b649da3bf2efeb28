// case: const_offsets
// spec: CUDA 13.4: offsets
// refuses: 13.4-20
// reject: E0315 the type of offsets is not const
#include "cuda_tile.h"
extern "C" __tile_global__ void test(int* out) {
    cuda::tiles::offsets<int const, 4> x;
    *out = static_cast<int>(x.rank());
}
