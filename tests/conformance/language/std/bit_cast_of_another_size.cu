// case: bit_cast_of_another_size
// spec: [bit.cast]
// arg: f32 = 1
// arg: out u64[1]
// reject: E0312 four bytes are not eight
#include <bit>

extern "C" __tile_global__ void test(float x, unsigned long* out) { *out = std::bit_cast<unsigned long>(x); }
