// case: switch_continue.fixed
// since: 13.4
// accept: the same program without the error
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int n, int* o) {
    int r = 0;
    for (int i = 0; i < n; ++i) {
        switch (i & 3) {
        case 0: break;
        default: r += 10;
        }
        r += 100;
    }
    o[0] = r;
}
