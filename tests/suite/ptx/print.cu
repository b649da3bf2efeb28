//@ ptx: sm_80
//@ run: cpu emulator
//@ grid: 2
//@ arg n: i32 = 5
//@ arg x: f32[64] = iota
//@ contains: .extern .func (.param .b32 status) vprintf
//@ prints: block 0 of 5: A|00005|5    |   +5| 0xff %
//@ prints: 200 -3 65535 1 1.500000 2.50 -5000000000 18446744073709551615
//@ prints: [0.0, 1.0, 2.0, 3.0] and [[ 5,  6], [ 7,  8]]
//@ prints: block 1 of 5: B|00005|5    |   +5| 0xff %
//@ prints: 200 -3 65535 1 1.500000 2.50 -5000000000 18446744073709551615
//@ prints: [0.0, 1.0, 2.0, 3.0] and [[ 5,  6], [ 7,  8]]
// One thread prints for its tile block; a tile prints as a nested list.
#include "cuda_tile.h"
#include <cstdio>

namespace ct = cuda::tiles;

__tile_global__ void test(int n, float* x) {
    auto block = ct::bid().x;
    unsigned char u = 195 + n;
    signed char s = n - 8;
    unsigned short w = 65530 + n;
    printf("block %u of %d: %c|%05d|%-5d|%+5d| %#x %%\n", block, n, 'A' + block, n, n, n, 250 + n);
    printf("%d %d %d %d %f %.2f %ld %lu\n", u, s, w, n == 5, n * 0.3f, n / 2.0, n * -1000000000l, -1ul);
    auto row = ct::load(x + ct::iota<ct::tile<int, ct::shape<4>>>());
    auto square = ct::reshape(ct::iota<ct::tile<int, ct::shape<4>>>() + n, ct::shape<2, 2>{});
    printf("%.1f and %2d\n", row, square);
}
