// case: constexpr_tile_of_half
// spec: 2.9.1
// reject: E0570 numbers of these formats are objects, and no constants
#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
extern "C" __tile_global__ void test(__half* out) {
    constexpr ct::tile<__half, ct::shape<2>> halves{{__half(1.0f), __half(2.0f)}};
}
