// case: signed_quotients
// spec: 2.2.6 Division, 2.2.7 Ceiling Integer Division, 2.2.8 Floor Integer Division, 2.2.9 Remainder, 2.2.20 Maximum, 2.2.21 Minimum, 2.2.24 Multiply High Bits
// rows: 2.2.6-1 2.2.7-1 2.2.8-1 2.2.9-1 2.2.20-1 2.2.21-1 2.2.24-1
// arg: i8[4] = [127, -7, 7, -128]
// arg: i8[4] = [-3, 2, -2, 127]
// arg: out i8[28]
// arg: i16[4] = [32767, -7, 7, -32768]
// arg: i16[4] = [-3, 2, -2, 32767]
// arg: out i16[28]
// arg: i32[4] = [2147483647, -7, 7, -2147483648]
// arg: i32[4] = [-3, 2, -2, 2147483647]
// arg: out i32[28]
// arg: i64[4] = [9223372036854775807, -7, 7, -9223372036854775808]
// arg: i64[4] = [-3, 2, -2, 9223372036854775807]
// arg: out i64[28]
// expect: [-42, -3, -3, -1, 1, -1, 1, -1, -42, -3, -3, -1, -43, -4, -4, -2, -3, -7, -2, -128, 127, 2, 7, 127, 125, 1, 6, 63]
// expect: [-10922, -3, -3, -1, 1, -1, 1, -1, -10922, -3, -3, -1, -10923, -4, -4, -2, -3, -7, -2, -32768, 32767, 2, 7, 32767, 32765, 1, 6, 16383]
// expect: [-715827882, -3, -3, -1, 1, -1, 1, -1, -715827882, -3, -3, -1, -715827883, -4, -4, -2, -3, -7, -2, -2147483648, 2147483647, 2, 7, 2147483647, 2147483645, 1, 6, 1073741823]
// expect: [-3074457345618258602, -3, -3, -1, 1, -1, 1, -1, -3074457345618258602, -3, -3, -1, -3074457345618258603, -4, -4, -2, -3, -7, -2, -9223372036854775808, 9223372036854775807, 2, 7, 9223372036854775807, 9223372036854775805, 1, 6, 4611686018427387903]
// note: the largest and the least number of each width among the operands; mulhi is that of the unsigned numbers.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template <class T>
__tile__ void all(T const* a, T const* b, T* out) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    auto x = ct::load(a + i), y = ct::load(b + i);
    ct::store(out + 0 + i, x / y);
    ct::store(out + 4 + i, x % y);
    ct::store(out + 8 + i, ct::ceildiv(x, y));
    ct::store(out + 12 + i, ct::floordiv(x, y));
    ct::store(out + 16 + i, ct::min(x, y));
    ct::store(out + 20 + i, ct::max(x, y));
    ct::store(out + 24 + i, ct::mulhi(x, y));
}

extern "C" __tile_global__ void test(signed char const* a8, signed char const* b8, signed char* o8, short const* a16, short const* b16, short* o16, int const* a32, int const* b32, int* o32, long long const* a64, long long const* b64, long long* o64) {
    all(a8, b8, o8);
    all(a16, b16, o16);
    all(a32, b32, o32);
    all(a64, b64, o64);
}
