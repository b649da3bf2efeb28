// case: parameter_bit_field_written
// spec: [class.bit] bit-fields of an argument of several unit types, read and written
// arg: out i32[6]
// arg: struct = hex:59d1bc7500001700
// expect: [1, 1, 123456789, -9, 4, 1]
// note: the bytes are those that g++ 12 gives {Y, true, 123456789, -9}
#include "cuda_tile.h"

enum E : unsigned char { X, Y };
struct Bits {
    E e : 3;
    bool flag : 1;
    unsigned long long wide : 40;
    signed char small : 5;
};
static_assert(sizeof(Bits) == 8);
extern "C" __tile_global__ void test(int* out, Bits b) {
    out[0] = b.e;
    out[1] = b.flag;
    out[2] = static_cast<int>(b.wide);
    out[3] = b.small;
    b.wide = 7;
    b.small = -3;
    out[4] = static_cast<int>(b.wide) + b.small;
    out[5] = b.e == Y && b.flag;
}
