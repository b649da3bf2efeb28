// case: broadcast_of_operands
// spec: 1.7.3 Shape Conversions, 2.2.5 Multiplication
// arg: i32[2] = [1, 10]
// arg: i32[4] = [1, 2, 3, 4]
// arg: out i32[8]
// expect: [1, 2, 3, 4, 10, 20, 30, 40]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int const* a, int const* b, int* out) {
    auto column = ct::reshape(ct::load(a + ct::iota<ct::tile<int, ct::shape<2>>>()), ct::shape{2_ic, 1_ic});
    auto row = ct::load(b + ct::iota<ct::tile<int, ct::shape<4>>>());
    auto product = column * row;
    static_assert(__is_same(decltype(product), ct::tile<int, ct::shape<2, 4>>));
    ct::store(out + ct::iota<ct::tile<int, ct::shape<2, 4>>>(), product);
}
