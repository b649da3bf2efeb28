// case: bit_cast_of_classes
// spec: [bit.cast]
// arg: f32 = -2.5
// arg: out u32[5]
// expect: [3223322624, 0, 49184, 0, 3221487616]
#include <bit>
#include <array>

struct Pair {
    short low, high;
};
static_assert(std::bit_cast<unsigned>(1.0f) == 0x3f800000u && std::endian::native == std::endian::little);
extern "C" __tile_global__ void test(float x, unsigned* out) {
    out[0] = std::bit_cast<unsigned>(x);
    auto p = std::bit_cast<Pair>(out[0]);
    out[1] = p.low;
    out[2] = (unsigned short)p.high;
    auto parts = std::bit_cast<std::array<unsigned, 2>>(double(x));
    out[3] = parts[0];
    out[4] = parts[1];
}
