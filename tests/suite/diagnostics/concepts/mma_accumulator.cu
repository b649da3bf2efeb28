#include "cuda_fp16.h"
#include "cuda_tile.h"
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile_global__ void kernel(__half* p) {
    auto a = ct::zeros<ct::tile<__half, ct::shape<16, 16>>>();
    auto c = ct::mma(a, a, ct::zeros<ct::tile<double, ct::shape<16, 16>>>());
}
