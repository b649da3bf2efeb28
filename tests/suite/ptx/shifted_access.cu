//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ kernel: neighbours<64>
//@ arg in: f32[4098] = iota
//@ arg out: out f32[4096]
//@ arg n: i32 = 4096
//@ expect out = iota*3+3
//@ contains: // threads: 512
//@ contains: // layout: 64x64 x
//@ contains: reg 0,32 1,0 2,0; lane 0,1 0,2 0,4 0,8 0,16; warp 4,0 8,0 16,0 32,0
//@ contains: mul.wide.s32
//@ lacks: ld.global.v
// Accesses an element apart cannot all be aligned to more than one. Neighbouring lanes then have neighbouring
// elements, and a thread has few, so that many warps wait for theirs at once.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Size>
__tile_global__ void neighbours(const float* __restrict__ in, float* __restrict__ out, int n) {
    auto offset = ct::iota<ct::tile<int, ct::shape<Size>>>();
    auto row = static_cast<int>(ct::bid().x) * Size + ct::reshape(offset, ct::shape<Size, 1>{});
    auto at = row * Size + ct::reshape(offset, ct::shape<1, Size>{});
    auto from = in + 1 + at;
    auto inside = at < n;
    auto sum = ct::load_masked(from - 1, inside) + ct::load_masked(from, inside) + ct::load_masked(from + 1, inside);
    ct::store_masked(out + at, sum, inside);
}

template __tile_global__ void neighbours<64>(const float* __restrict__, float* __restrict__, int);
