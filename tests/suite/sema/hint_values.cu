//@ check
// A hint that is ignored says which values or which place its kind has.
[[cutile::hint(0, num_cta_in_cga = 3)]] __tile_global__ void clusters(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: the value of `num_cta_in_cga` must be one of 1, 2, 4, 8, 16
[[cutile::hint(0, occupancy = 33)]] __tile_global__ void ctas(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: the value of `occupancy` must be 1 to 32
[[cutile::hint(0, latency = 3)]] __tile_global__ void place(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: `latency` is only allowed before an expression statement
[[cutile::hint(0, lag = 3)]] __tile_global__ void name(int* p) { *p = 0; } //~ warning[E0530]: the hint is ignored: unknown hint `lag`
