// case: difference_in_one_argument
// spec: 3.1 Undefined Behavior Annex
// arg: i32[8] = iota
// arg: out i32[4]
// expect: [3, 4, 5, 6]
// note: pointers into one argument, and of a pointer to itself
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* in, int* out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto self = in - in;
    ct::store(out + at, ct::element_cast<int>((in + at + 3) - in) + (int)self);
}
