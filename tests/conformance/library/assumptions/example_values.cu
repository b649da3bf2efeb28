// case: example_values
// spec: 2.15.1 to 2.15.6 (examples)
// rows: 2.15.1-1 2.15.2-1 2.15.3-1 2.15.4-1 2.15.5-1 2.15.6-1
// arg: i32[64] = [42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 7, 7, 8, 8, 3, 3, -6, -6, 7, 7, 8, 8, 3, 3, -6, -6]
// arg: i32[4] = [-10, 0, 99, 100]
// arg: i32[4] = [-2147483648, 0, 99, 100]
// arg: i32[4] = [-10, 0, 99, 2147483647]
// arg: i32[4] = [-32, 0, 16, 4096]
// arg: i32[16] = [32, 33, 34, 0, 1, 2, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1]
// arg: out i32[64]
// arg: out i32[16]
// arg: out i32[16]
// expect: [42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 7, 7, 8, 8, 3, 3, -6, -6, 7, 7, 8, 8, 3, 3, -6, -6]
// expect: [-10, 0, 99, 100, -2147483648, 0, 99, 100, -10, 0, 99, 2147483647, -32, 0, 16, 4096]
// expect: [32, 33, 34, 0, 1, 2, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1]
// note: the matrices that the reference draws, and the bounds themselves, break no assumption.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(int const* blocked, int const* both, int const* above, int const* below, int const* divisible, int const* strided, int* out, int* numbers, int* last) {
    using I = ct::tile<int, ct::shape<4>>;
    auto i = ct::iota<I>();
    put(out, ct::assume_blocked(ct::load(blocked + ct::iota<ct::tile<int, ct::shape<8, 8>>>()), ct::shape{3_ic, 2_ic}));
    put(numbers, ct::assume_bounded(ct::load(both + i), -10_ic, 100_ic));
    put(numbers + 4, ct::assume_bounded_above(ct::load(above + i), 100_ic));
    put(numbers + 8, ct::assume_bounded_below(ct::load(below + i), -10_ic));
    put(numbers + 12, ct::assume_divisible(ct::load(divisible + i), 16_ic));
    put(last, ct::assume_divisible_strided(ct::load(strided + ct::iota<ct::tile<int, ct::shape<2, 8>>>()), 16_ic, 3_ic, 1_ic));
}
