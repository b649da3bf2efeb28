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
struct Other {
    unsigned short low, high;
};
static_assert(std::bit_cast<unsigned>(1.0f) == 0x3f800000u && std::endian::native == std::endian::little);
extern "C" __tile_global__ void test(float x, unsigned* out) {
    out[0] = std::bit_cast<unsigned>(x);
    auto p = std::bit_cast<Pair>(std::bit_cast<Other>(Pair{short(out[0]), short(out[0] >> 16)}));
    out[1] = p.low;
    out[2] = (unsigned short)p.high;
    auto whole = std::bit_cast<unsigned long>(double(x));
    out[3] = unsigned(whole);
    out[4] = unsigned(whole >> 32);
}
