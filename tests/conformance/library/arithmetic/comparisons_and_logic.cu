// case: comparisons_and_logic
// spec: 2.2.10 Comparison, 2.2.17 Logical Conjunction, 2.2.18 Logical Disjunction, 2.2.19 Logical Negation
// rows: 2.2.10-1..6 2.2.17-1 2.2.18-1 2.2.19-1
// arg: i32[4] = [7, -7, 5, 12]
// arg: i32[4] = [7, -8, 9, 12]
// arg: i32[4] = [0, 3, 0, -1]
// arg: i32[4] = [1, 0, 0, 2]
// arg: out i32[36]
// expect: [1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 1, 0, 1, 0]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void put(auto* out, int row, T tile) {
    auto i = ct::iota<ct::tile_with_element_t<T, int>>();
    ct::store(out + (4 * row + i), tile);
}

extern "C" __tile_global__ void test(int const* ap, int const* bp, int const* cp, int const* dp, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto a = ct::load(ap + i), b = ct::load(bp + i), c = ct::load(cp + i), d = ct::load(dp + i);
    put(out, 0, a == b);
    put(out, 1, a != b);
    put(out, 2, a < b);
    put(out, 3, a <= b);
    put(out, 4, a > b);
    put(out, 5, a >= b);
    put(out, 6, c && d);
    put(out, 7, c || d);
    put(out, 8, !c);
}
