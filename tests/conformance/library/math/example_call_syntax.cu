// case: example_call_syntax
// spec: 2.4 Math Operations (example)
// arg: f64 = 0
// arg: out f64[2]
// expect: [1, 1]
// flags: --cuda-version=13.3
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(double zero, double* out) {
    out[0] = ct::exp(zero);         // Preferred syntax
    out[1] = ct::exp<double>(zero); // Discouraged syntax
}
