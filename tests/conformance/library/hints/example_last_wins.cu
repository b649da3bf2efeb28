// case: example_last_wins
// spec: 2.16.1 Hint Specification (examples)
// arg: i32[4] = [3, 1, 4, 1]
// arg: out i32[16]
// expect: [3, 1, 4, 1, 4, 2, 5, 2, 5, 3, 6, 3, 6, 4, 7, 4]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;

// Ignored for sm_80 or below.
[[ cutile::hint(0, num_cta_in_cga=2) ]]
__tile__ void kernel0() { }

extern "C" __tile_global__ void test(int* data, int* out) {
    auto y = data + ct::iota<I>();
    I x;
    auto put = [&](int at) { ct::store(out + at + ct::iota<I>(), x + at / 4); };
    kernel0();

    // Example 1
    [[ cutile::hint(0, latency=4, latency=5) ]]
    x = ct::load(y);
    put(0);

    // Example 2
    [[ cutile::hint(0, latency=4) ]]
    [[ cutile::hint(0, latency=5) ]]
    x = ct::load(y);
    put(4);

    // Example 3
    [[ using cutile :
      hint(0, latency=4),
      hint(0, latency=5)
    ]]
    x = ct::load(y);
    put(8);

    // An architecture of its own goes first.
    [[ using cutile : hint(0, latency=4), hint(1000, latency=5) ]]
    x = ct::load(y);
    put(12);
}
