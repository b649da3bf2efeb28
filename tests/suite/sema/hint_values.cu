//@ check
// A hint that is ignored says which values or which place its kind has.
[[cutile::hint(0, num_cta_in_cga = 3)]] __tile_global__ void clusters(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: the value of `num_cta_in_cga` must be one of 1, 2, 4, 8, 16
[[cutile::hint(0, occupancy = 33)]] __tile_global__ void ctas(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: the value of `occupancy` must be 1 to 32
[[cutile::hint(0, latency = 3)]] __tile_global__ void place(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: `latency` is only allowed before an expression statement
[[cutile::hint(0, lag = 3)]] __tile_global__ void name(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: unknown hint `lag`

#include "cuda_tile.h"
namespace ct = cuda::tiles;

__tile__ int twice(int x) {
    [[cutile::hint(0, latency = 3)]] return x * 2; //~ warning[E0530]: the hint is ignored: a `return` has no hints
}

__tile_global__ void places(int* p) {
    auto at = ct::iota<ct::tile<int, ct::shape<4>>>();
    [[cutile::hint(0, latency = 3)]] auto x = ct::load(p + at); //~ warning[E0530]: the hint is ignored: a declaration has no hints
    [[cutile::hint(0, latency = 3)]] { x = x + 1; } //~ warning[E0530]: the hint is ignored: a block has no hints
    [[cutile::hint(0, latency = 3)]] do x = x + 1; while (p[0] < 4); //~ warning[E0530]: the hint is ignored: a loop or a branch has no hints
    [[cutile::hint(0, latency = 3)]] x = x * 2; //~ warning[E0530]: the hint is ignored: no load or store is in this statement
    [[cutile::hint(0, latency = 3)]] x = ct::load(p + at) + twice(4);
    [[cutile::hint(0, latency = 3)]] ct::store(p + at, x);
    [[cutile::hint(0, latency = 3)]] p[0] = twice(p[1]);
}
