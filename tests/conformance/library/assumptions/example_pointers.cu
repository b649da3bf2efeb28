// case: example_pointers
// spec: 2.15.7 assume_aligned, 2.15.8 assume_aligned_strided (examples)
// rows: 2.15.7-1 2.15.8-1
// arg: i8[128] = iota
// arg: i32[16] = [0, 1, 2, 8, 9, 10, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1]
// arg: out i8[1]
// arg: out i8[16]
// expect: [16]
// expect: [32, 33, 34, 40, 41, 42, 48, 49, 96, 97, 98, 16, 17, 18, 32, 33]
// note: pointers as drawn, around element 32 of an aligned array.
#include "cuda_tile.h"

namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(signed char const* p, int const* offsets, signed char* one, signed char* out) {
    auto y = ct::assume_aligned(p + 16, 16_ic);
    one[0] = ct::load(y);
    auto x = p + 32 + ct::load(offsets + ct::iota<ct::tile<int, ct::shape<2, 8>>>());
    put(out, ct::load(ct::assume_aligned_strided(x, 8_ic, 3_ic, 1_ic)));
}
