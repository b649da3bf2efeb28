// case: recursion_of_tiles
// spec: tile: 1.6 a tile halved by recursion over a template parameter
// arg: out i32[1]
// arg: i32[8] = [1, 2, 3, 4, 5, 6, 7, 8]
// expect: [36]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <unsigned N>
__tile__ int total(ct::tile<int, ct::shape<N>> x) {
    if constexpr (N == 1) {
        return int(x);
    } else {
        auto low = ct::extract(x, ct::shape<N / 2>{}, 0);
        auto high = ct::extract(x, ct::shape<N / 2>{}, 1);
        return total<N / 2>(low + high);
    }
}
extern "C" __tile_global__ void test(int* out, const int* data) {
    auto index = ct::iota<ct::tile<int, ct::shape<8>>>();
    out[0] = total<8>(ct::load(data + index));
}
