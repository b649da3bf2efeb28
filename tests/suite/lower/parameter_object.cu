//@ ir
//@ contains: %c = (%c.n: tile<i32> {tilec.offset = 0}, %c.p: tile<ptr<f32>> {tilec.offset = 8, tilec.restrict}, %c.half.0: tile<i16> {tilec.offset = 16}, %c.half.1: tile<i16> {tilec.offset = 18}) {tilec.size = 24, tilec.align = 8}
//@ contains: %t = (%t: tile<ptr<i8>> {tilec.address, tilec.restrict}) {tilec.size = 12, tilec.align = 4}
//@ lacks: alloca
// A piece for each number of an object; the address of one that is indexed at run time and not
// changed.
#include "cuda_tile.h"

struct Config {
    int n;
    float* __restrict__ p;
    short half[2];
};
struct Table {
    int of[3];
};

__tile_global__ void kernel(Config c, Table t, int i) {
    *c.p = c.n + c.half[1] + t.of[i];
}
