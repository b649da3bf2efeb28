// case: goto_carries_tiles
// spec: [stmt.goto] tiles, references and pointers through jumps into and out of statements
// arg: out f32[4]
// arg: out i32[2]
// arg: i32 = 2
// expect: [19, 23, 27, 31]
// expect: [5, 13]
// note: way 2 enters the loop at `middle` with acc = index; x + 1, 2x + 3, 4x + 7, then 4x + 5, and 14 times + 1
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using Four = ct::tile<float, ct::shape<4>>;

extern "C" __tile_global__ void test(float* out, int* counts, int way) {
    auto index = ct::iota<ct::tile<int, ct::shape<4>>>();
    Four acc = ct::element_cast<float>(index);
    int rounds = 0, extra = 0;
    int* counter = &rounds;
    if (way == 2) goto middle;
    if (way == 3) goto behind;
    for (;;) {
        acc = acc + acc;
    middle:
        acc = acc + 1.0f;
        ++*counter;
        if (rounds == 3) {
        behind:
            counter = &extra;
            acc = acc - 2.0f;
            ++rounds;
        }
        if (rounds == 4 && ++rounds) break;
    }
    extra += 12;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            acc = acc + 1.0f;
            if (i * 4 + j == 13) goto done;
        }
done:
    ct::store(out + index, acc);
    counts[0] = rounds;
    counts[1] = extra + 1;
}
