//@ ptx: sm_90a
//@ run: cpu emulator gpu
//@ arg in: i32[2048] = iota
//@ arg out: out i32[8]
//@ expect out = 1 0 1 0 14 40 14 15
//@ contains: vote.sync.any
//@ contains: vote.sync.all
//@ contains: bar.red.or.pred
//@ contains: bar.red.and.pred
// Whether any element holds is asked of a warp where a warp has all of a row, and of all threads where all have some;
// truth values that a tile is then chosen by are those that were asked.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void ask(const int* __restrict__ in, int* __restrict__ out) {
    auto x = ct::load(in + ct::iota<ct::tile<int, ct::shape<2048>>>());
    out[0] = static_cast<bool>(ct::any_of<0>(x == 2047));
    out[1] = static_cast<bool>(ct::any_of<0>(x == 2048));
    out[2] = static_cast<bool>(ct::all_of<0>(x < 2048));
    out[3] = static_cast<bool>(ct::all_of<0>(x < 2047));
    auto rows = ct::reshape(x, ct::shape<16, 128>{});
    auto count = [](auto rows_that_hold) {
        return static_cast<int>(ct::sum<0>(ct::element_cast<int>(rows_that_hold)));
    };
    out[4] = count(ct::reshape(ct::any_of<1>(rows > 300), ct::shape<16>{}));
    out[7] = count(ct::reshape(ct::all_of<1>(rows != 77), ct::shape<16>{}));
    // Until no element is left: 40 rounds for the largest remainder.
    auto left = x % 41;
    int rounds = 0;
    auto going = left > 0;
    while (static_cast<bool>(ct::any_of<0>(going))) {
        left = ct::select(going, left - 1, left);
        going = left > 0;
        rounds += 1;
    }
    out[5] = rounds;
    out[6] = count(ct::reshape(ct::all_of<1>(rows % 1024 < 900), ct::shape<16>{}));
}
