// case: every_function
// spec: 2.2.1 Addition to 2.2.24 Multiply High Bits
// rows: 2.2.1-2 2.2.3-2 2.2.5-2 2.2.6-2 2.2.7-1 2.2.8-1 2.2.9-2 2.2.20-1 2.2.21-1 2.2.22-1 2.2.23-1 2.2.24-1
// arg: i32[4] = [7, -7, 5, 12]
// arg: i32[4] = [2, 2, -3, 4]
// arg: out i32[48]
// expect: [9, -5, 2, 16, 5, -9, 8, 8, 14, -14, -15, 48, 3, -3, -1, 3, 4, -3, -1, 3, 3, -4, -2, 3, 1, -1, 2, 0, 7, 2, 5, 12, 2, -7, -3, 4, 7, 7, 5, 12, 15, -13, -14, 49, 224, 800, 671088400, 768]
// note: the high half is that of the unsigned numbers: 2^32 - 7 * 2^27 times 2^10 has 2^10 - 224.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void put(auto* out, int row, T tile) {
    auto i = ct::iota<ct::tile_with_element_t<T, int>>();
    ct::store(out + (4 * row + i), tile);
}

extern "C" __tile_global__ void test(int const* ap, int const* bp, int* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto a = ct::load(ap + i), b = ct::load(bp + i);
    put(out, 0, ct::add(a, b));
    put(out, 1, ct::sub(a, b));
    put(out, 2, ct::mul(a, b));
    put(out, 3, ct::div(a, b));
    put(out, 4, ct::ceildiv(a, b));
    put(out, 5, ct::floordiv(a, b));
    put(out, 6, ct::remainder(a, b));
    put(out, 7, ct::max(a, b));
    put(out, 8, ct::min(a, b));
    put(out, 9, ct::abs(a));
    auto product = ct::fma(ct::element_cast<float>(a), ct::element_cast<float>(b), ct::full<ct::tile<float, ct::shape<4>>>(1));
    put(out, 10, ct::element_cast<int>(product));
    put(out, 11, ct::mulhi(a * (1 << 27), b * (1 << 9)));
}
