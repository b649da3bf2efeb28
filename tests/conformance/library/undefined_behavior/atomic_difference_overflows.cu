// case: atomic_difference_overflows
// spec: 3.1 Undefined Behavior Annex
// ub: rule 14: memory minus a value
// arg: inout i64[1] = [-9223372036854775807]
// arg: i64 = 2
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(long long* total, long long x) {
    ct::atomic_sub(total, x, ct::memory_order_relaxed_t{});
}
