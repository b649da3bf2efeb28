// case: atomic_sum_overflows
// spec: 3.1 Undefined Behavior Annex
// ub: rule 14: the second of two lanes that add to one element
// arg: inout i32[1] = [2147483640]
// arg: i32[4] = [3, 4, 5, 1]
// arg: bool[4] = [true, true, true, false]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

extern "C" __tile_global__ void test(int* total, const int* x, const bool* on) {
    auto i = ct::iota<I>();
    auto to = ct::full<ct::tile<int*, ct::shape<4>>>(total);
    ct::atomic_add_masked(to, ct::load(x + i), ct::load(on + i), ct::memory_order_relaxed_t{});
}
