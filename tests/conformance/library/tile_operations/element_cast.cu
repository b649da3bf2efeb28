// case: element_cast
// spec: 2.3.19 Element Cast, 1.7.2 Element Type Conversions
// arg: f32[4] = [2.5, -2.9, 300, -1]
// arg: out i32[4]
// arg: out f16[4]
// arg: out u8[4]
// arg: out bool[4]
// expect: [2, -2, 300, -1]
// expect: [2.5, -2.9, 300, -1]
// expect: [2, 254, 44, 255]
// expect: [true, true, true, true]
// note: floats truncate to integers, integers are taken modulo 2^n.
#include "cuda_fp16.h"
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using F = ct::tile<float, ct::shape<4>>;

extern "C" __tile_global__ void test(float const* a, int* i32, __half* f16, unsigned char* u8, bool* truth) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i);
    auto n = ct::element_cast<int>(x);
    ct::store(i32 + i, n);
    ct::store(f16 + i, ct::element_cast<__half>(x));
    ct::store(u8 + i, ct::element_cast<unsigned char>(n));
    ct::store(truth + i, ct::element_cast<bool>(x));
}
