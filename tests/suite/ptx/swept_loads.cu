//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ kernel: mean<64>
//@ arg in: f32[16384] = iota
//@ arg out: out f32[16384]
//@ arg rows: i32 = 128
//@ arg cols: i32 = 128
//@ grid: 2, 2
//@ expect out = iota
//@ contains: // threads: 512
//@ contains: // layout: 32x64 x
//@ lacks: // layout: 64x64 x
// A thread that loads eight elements five times, one by one, has more in registers than lets several CTAs be on
// an SM. The tile block is computed in two parts, along the rows: columns follow each other in memory.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <int Size>
__tile_global__ void mean(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
    auto offset = ct::iota<ct::tile<int, ct::shape<Size>>>();
    auto row = static_cast<int>(ct::bid().y) * Size + ct::reshape(offset, ct::shape<Size, 1>{});
    auto col = static_cast<int>(ct::bid().x) * Size + ct::reshape(offset, ct::shape<1, Size>{});
    auto inner = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;
    auto at = row * cols + col;
    auto from = in + at;
    auto around = ct::load_masked(from - 1, inner) + ct::load_masked(from + 1, inner) +
                  ct::load_masked(from - cols, inner) + ct::load_masked(from + cols, inner);
    ct::store(out + at, ct::select(inner, 0.25f * around, ct::load(from)));
}

template __tile_global__ void mean<64>(const float* __restrict__, float* __restrict__, int, int);
