// case: every_operator
// spec: 2.2.1 Addition to 2.2.19 Logical Negation
// rows: 2.2.1-1 2.2.2-1 2.2.3-1 2.2.4-1 2.2.5-1 2.2.6-1 2.2.9-1 2.2.11-1 2.2.12-1 2.2.13-1 2.2.14-1 2.2.15-1 2.2.16-1
// arg: i32[4] = [7, -7, 5, 12]
// arg: i32[4] = [2, 2, -3, 4]
// arg: i32[4] = [1, 2, 3, 0]
// arg: out i32[52]
// expect: [9, -5, 2, 16, 5, -9, 8, 8, 14, -14, -15, 48, 3, -3, -1, 3, 1, -1, 2, 0, 2, 0, 5, 4, 7, -5, -3, 12, 5, -5, -8, 8, -8, 6, -6, -13, -7, 7, -5, -12, 14, -28, 40, 12, 3, -2, 0, 12, 700, -700, 500, 1200]
// note: the quotient goes toward zero, the shift right of a signed number keeps its sign, and unary plus promotes: 12 times 100 is not a signed char.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void put(auto* out, int row, T tile) {
    auto i = ct::iota<ct::tile_with_element_t<T, int>>();
    ct::store(out + (4 * row + i), tile);
}

extern "C" __tile_global__ void test(int const* ap, int const* bp, int const* sp, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto a = ct::load(ap + i), b = ct::load(bp + i), s = ct::load(sp + i);
    put(out, 0, a + b);
    put(out, 1, a - b);
    put(out, 2, a * b);
    put(out, 3, a / b);
    put(out, 4, a % b);
    put(out, 5, a & b);
    put(out, 6, a | b);
    put(out, 7, a ^ b);
    put(out, 8, ~a);
    put(out, 9, -a);
    put(out, 10, a << s);
    put(out, 11, a >> s);
    put(out, 12, +ct::element_cast<signed char>(a) * 100);
}
