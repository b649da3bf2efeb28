// case: shifts
// spec: 2.2.15 Left Bitshift, 2.2.16 Right Bitshift
// arg: i32[4] = [1, -1, -16, 2147483647]
// arg: out i32[4]
// arg: out i32[4]
// arg: out u32[4]
// expect: [16, -16, -256, -16]
// expect: [0, -1, -4, 536870911]
// expect: [0, 1073741823, 1073741820, 536870911]
// note: the shift of a signed tile to the right is arithmetic, that of an unsigned one logical.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;
using U = ct::tile<unsigned, ct::shape<4>>;

extern "C" __tile_global__ void test(int const* a, int* left, int* right, unsigned* logical) {
    auto i = ct::iota<I>();
    auto x = ct::load(a + i);
    ct::store(left + i, x << 4);
    ct::store(right + i, x >> 2);
    ct::store(logical + i, ct::element_bitcast<unsigned>(x) >> 2);
}
