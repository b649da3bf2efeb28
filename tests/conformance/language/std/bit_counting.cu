// case: bit_counting
// spec: [bit.count]
// arg: u32 = 0x00f0a000
// arg: out i32[9]
// expect: [6, 8, 13, 8, 4, 24, 8, 128, 1]
#include <bit>

extern "C" __tile_global__ void test(unsigned x, int* out) {
    out[0] = std::popcount(x);
    out[1] = std::countl_zero(x);
    out[2] = std::countr_zero(x);
    out[3] = std::countl_one(~x);
    out[4] = std::countr_one((unsigned char)(x >> 20));
    out[5] = std::bit_width(x);
    out[6] = std::countl_zero((unsigned short)x) * 100 + std::countr_zero((unsigned char)0);
    out[7] = std::popcount(~0ull) + std::countl_zero(0ull);
    out[8] = std::has_single_bit(x) * 10 + std::has_single_bit(x & -x);
}
