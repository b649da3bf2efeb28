//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg in: f32[128] = iota
//@ arg out: out f32[128]
//@ expect out = iota*-3+1
//@ contains: neg.f32
//@ lacks: xor.b32
// The negative of a number is free where it is an operand of a sum or product, if it is written as one.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void negated(const float* __restrict__ in, float* __restrict__ out) {
    auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
    auto x = ct::load(in + at);
    ct::store(out + at, -x * 3.0f + 1.0f);
}
