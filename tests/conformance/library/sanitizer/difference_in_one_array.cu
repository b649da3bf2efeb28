// case: difference_in_one_array
// spec: 3.1 Undefined Behavior Annex
// arg: i32 = 4
// arg: out i32[4]
// expect: [4, 3, 2, 1]
// note: pointers into one array, one of them past its end
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int n, int* out) {
    int x[4] = {1, 2, 3, 4};
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto end = ct::full<ct::tile<int*, ct::shape<4>>>(&x[0]) + n;
    auto each = ct::full<ct::tile<int*, ct::shape<4>>>(&x[0]) + at;
    ct::store(out + at, ct::element_cast<int>(end - each));
}
