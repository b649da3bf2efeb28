// case: lifetime_of_loaded_tile
// spec: [basic.life]
// ub: rule 12: the array has ended
// arg: out i32[1]
// arg: i32 = 2
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* o, int n) {
    int* d;
    {
        int a[4] = {1, 2, 3, n};
        d = a;
    }
    o[0] = static_cast<int>(ct::sum<0>(ct::load(d + ct::iota<ct::tile<int, ct::shape<4>>>())));
}
