//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg in: f32[512] = iota
//@ arg out: out f32[512]
//@ lacks: neg.f32
// The negative of a number that the elements of a row share is computed once.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void shared(const float* __restrict__ in, float* __restrict__ out) {
    auto row = ct::reshape(ct::iota<ct::tile<int, ct::shape<64>>>(), ct::shape<64, 1>{});
    auto col = ct::reshape(ct::iota<ct::tile<int, ct::shape<8>>>(), ct::shape<1, 8>{});
    auto each = ct::load(in + (row * 8 + col));
    auto all = ct::element_cast<float>(row);
    ct::store(out + (row * 8 + col), each * 2.0f - all);
}
