// case: operators
// spec: 2.13.1.1 Operators of Integral Constants, 2.13.1.2 Literals, 2.13.2 Dimension Maps
// rows: 2.13.1-5..6 2.13.1.1-1..13 2.13.1.2-1 2.13.2-2..6
// arg: out i32[15]
// arg: out i32[4]
// expect: [22, 2, 120, 1, 2, 8, 14, 6, 40, 3, -13, 12, -12, 12, 10]
// expect: [3, 2, 0, 1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void test(int* out, int* map) {
    auto a = 12_ic;
    auto b = 10_ic;
    out[0] = a + b;
    out[1] = a - b;
    out[2] = a * b;
    out[3] = a / b;
    out[4] = a % b;
    out[5] = a & b;
    out[6] = a | b;
    out[7] = a ^ b;
    out[8] = b << 2_ic;
    out[9] = a >> 2_ic;
    out[10] = ~a;
    out[11] = +a;
    out[12] = -a;
    out[13] = a();
    out[14] = static_cast<int>(b);
    ct::dimension_map turned{2_ic, 0_ic, 1_ic};
    map[0] = turned.rank();
    for (int i = 0; i < 3; ++i)
        map[i + 1] = turned.mapping(i);
}
