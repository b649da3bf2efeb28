// case: bit_signed_argument
// spec: [bit.count]
// arg: i32 = 1
// arg: out i32[1]
// reject: E0312 bits are counted of unsigned integers
#include <bit>

extern "C" __tile_global__ void test(int x, int* out) { *out = std::popcount(x); }
