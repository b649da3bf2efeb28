// case: const_strides
// spec: CUDA 13.4: strides
// refuses: 13.4-9
// reject: E0315 the type of strides is not const
#include "cuda_tile.h"
extern "C" __tile_global__ void test(int* out) {
    cuda::tiles::strides<int const, 4> x;
    *out = static_cast<int>(x.rank());
}
