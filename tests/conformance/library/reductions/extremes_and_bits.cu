// case: extremes_and_bits
// spec: 2.6.3 Max, 2.6.4 Min, 2.6.9 to 2.6.11
// arg: i32[4] = [12, -7, 10, 6]
// arg: out i32[6]
// expect: [12, -7, 0, -1, -7, -5040]
// note: in bits 1100, ..11001, 1010 and 0110; 12, 10 and 6 cancel out under xor.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int const* a, int* out) {
    auto x = ct::load(a + ct::iota<ct::tile<int, ct::shape<4>>>());
    auto put = [&](int at, auto r) { out[at] = static_cast<int>(r); };
    put(0, ct::reduce_max(x, 0_ic));
    put(1, ct::reduce_min(x, 0_ic));
    put(2, ct::reduce_bitand(x, 0_ic));
    put(3, ct::reduce_bitor(x, 0_ic));
    put(4, ct::reduce_bitxor(x, 0_ic));
    put(5, ct::prod(x, 0_ic));
}
