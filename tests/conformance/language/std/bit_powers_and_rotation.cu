// case: bit_powers_and_rotation
// spec: [bit.pow.two], [bit.rotate]
// arg: u32 = 0x80000005
// arg: i32 = 3
// arg: out u32[7]
// expect: [44, 2952790016, 2952790016, 12, 8388608, 8388609, 6432]
#include <bit>

extern "C" __tile_global__ void test(unsigned x, int n, unsigned* out) {
    out[0] = std::rotl(x, n);
    out[1] = std::rotr(x, n);
    out[2] = std::rotl(x, -n);
    out[3] = std::rotl((unsigned char)0x81, n + 8);
    out[4] = std::bit_floor(x >> 8) + std::bit_floor(0u);
    out[5] = std::bit_ceil(x >> 8) + std::bit_ceil(0u);
    out[6] = std::bit_ceil((unsigned char)(n * 11)) * 100 + std::rotr((unsigned short)1, 1) / 1000;
}
