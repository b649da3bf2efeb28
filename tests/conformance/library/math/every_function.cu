// case: every_function
// spec: 2.4 Math Functions
// rows: 2.4.1-1 2.4.2-1 2.4.3-1 2.4.4-1 2.4.5-1 2.4.6-1 2.4.7-1 2.4.8-1 2.4.9-1 2.4.10-1 2.4.11-1 2.4.12-1 2.4.13-1 2.4.14-1 2.4.15-1 2.4.16-1
// arg: f32[4] = [0.5, 1, 2, -0.75]
// arg: out f32[64]
// expect: [0x1.6a09e60000000p-2, 0x1.0000000000000p+0, 0x1.6a09e60000000p+1, 0x1.4c8dc20000000p-1, 0x1.6a09e60000000p+0, 0x1.0000000000000p+1, 0x1.0000000000000p+2, 0x1.306fe00000000p-1, 0x1.a612980000000p+0, 0x1.5bf0a80000000p+1, 0x1.d8e64c0000000p+2, 0x1.e3b40e0000000p-2, -0x1.0000000000000p+0, 0x0.0p+0, 0x1.0000000000000p+0, -0x1.a8ff980000000p-2, -0x1.62e4300000000p-1, 0x0.0p+0, 0x1.62e4300000000p-1, -0x1.2696220000000p-2, 0x1.6a09e60000000p-1, 0x1.0000000000000p+0, 0x1.6a09e60000000p+0, 0x1.bb67ae0000000p-1, 0x1.6a09e60000000p+0, 0x1.0000000000000p+0, 0x1.6a09e60000000p-1, 0x1.279a740000000p+0, 0x1.20ac180000000p+0, 0x1.8b07560000000p+0, 0x1.e18fa00000000p+1, 0x1.4b705e0000000p+0, 0x1.c152800000000p-1, 0x1.14a2800000000p-1, -0x1.aa22660000000p-2, 0x1.769fec0000000p-1, 0x1.0acd000000000p-1, 0x1.2cd9fc0000000p+0, 0x1.d03cf60000000p+1, -0x1.a506b20000000p-1, 0x1.eaee880000000p-2, 0x1.aed5480000000p-1, 0x1.d18f6e0000000p-1, -0x1.5cffc20000000p-1, 0x1.d9353e0000000p-2, 0x1.85efac0000000p-1, 0x1.ed95060000000p-1, -0x1.45323e0000000p-1, 0x1.17b4f60000000p-1, 0x1.8eb2460000000p+0, -0x1.17af620000000p+1, -0x1.dcfa360000000p-1, 0x1.f5b7600000000p-3, 0x1.dac6700000000p-2, 0x1.921fb60000000p-1, -0x1.6f61940000000p-2, 0x1.0000000000000p+0, 0x1.0000000000000p+0, 0x1.0000000000000p+1, -0x0.0p+0, 0x0.0p+0, 0x1.0000000000000p+0, 0x1.0000000000000p+1, -0x1.0000000000000p+0]
// compare: ulp 4
// note: the nearest floats to the results of the C library in double; how near others may be is in docs/numerics.md.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void put(auto* out, int row, T tile) {
    auto i = ct::iota<ct::tile_with_element_t<T, int>>();
    ct::store(out + (4 * row + i), tile);
}

extern "C" __tile_global__ void test(float const* xp, float* out) {
    auto x = ct::load(xp + ct::iota<ct::tile<int, ct::shape<4>>>());
    put(out, 0, ct::pow(ct::abs(x), 1.5f));
    put(out, 1, ct::exp2(x));
    put(out, 2, ct::exp(x));
    put(out, 3, ct::log2(ct::abs(x)));
    put(out, 4, ct::log(ct::abs(x)));
    put(out, 5, ct::sqrt(ct::abs(x)));
    put(out, 6, ct::rsqrt(ct::abs(x)));
    put(out, 7, ct::cosh(x));
    put(out, 8, ct::cos(x));
    put(out, 9, ct::sinh(x));
    put(out, 10, ct::sin(x));
    put(out, 11, ct::tanh(x));
    put(out, 12, ct::tan(x));
    put(out, 13, ct::atan2(x, 2.0f));
    put(out, 14, ct::ceil(x));
    put(out, 15, ct::floor(x));
}
