// case: bool_arithmetic
// spec: 1.4.1 Properties of Integral Scalars, 2.2.1 Addition, 2.2.3 Subtraction, 2.2.5 Multiplication, 2.6.7 sum
// arg: bool[4] = [false, true, false, true]
// arg: bool[4] = [false, false, true, true]
// arg: out u8[4]
// arg: out u8[4]
// arg: out u8[4]
// arg: out u8[4]
// arg: out u8[3]
// expect: [0, 1, 1, 0]
// expect: [0, 1, 1, 0]
// expect: [0, 0, 0, 1]
// expect: [0, 1, 0, 1]
// expect: [0, 1, 0]
// note: a bool has one bit: arithmetic is modulo 2, so 1 + 1 is 0 and 0 - 1 is 1. The results are read as bytes.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;
__tile__ void put(auto* to, auto tile) {
    ct::store(to + ct::iota<ct::tile_with_element_t<decltype(tile), int>>(), tile);
}

extern "C" __tile_global__ void test(bool const* a, bool const* b, unsigned char* sums, unsigned char* differences, unsigned char* products, unsigned char* negated, unsigned char* reduced) {
    I i = ct::iota<I>();
    auto x = ct::load(a + i), y = ct::load(b + i);
    auto bytes = [](auto tile) { return ct::element_bitcast<unsigned char>(tile); };
    put(sums, bytes(x + y));
    put(differences, bytes(x - y));
    put(products, bytes(x * y));
    put(negated, bytes(-x));
    reduced[0] = static_cast<unsigned char>(bytes(ct::sum(x, ct::integral_constant<0>{})));
    reduced[1] = static_cast<unsigned char>(bytes(ct::sum(ct::cat<0>(x, y && x), ct::integral_constant<0>{})));
    reduced[2] = static_cast<unsigned char>(bytes(ct::prod(x, ct::integral_constant<0>{})));
}
