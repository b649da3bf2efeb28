//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg in: f32[4098] = iota
//@ arg out: out f32[4096]
//@ expect out = iota*2+2
//@ contains: // threads: 128
//@ contains 1: // layout: 4096 x
//@ contains: reg 1 256 512 1024 2048; lane 2 4 8 16 32; warp 64 128
//@ contains: ld.global.v2
// Accesses two elements apart can both be aligned to two, and to no more.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void pairs(const float* __restrict__ in, float* __restrict__ out) {
    auto at = ct::iota<ct::tile<int, ct::shape<4096>>>();
    in = ct::assume_aligned(in, ct::integral_constant<16>{});
    ct::store(out + at, ct::load(in + at) + ct::load(in + 2 + at));
}
