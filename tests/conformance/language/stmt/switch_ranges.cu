// case: switch_ranges
// spec: [stmt.switch] GNU: `case 1 ... 5:` has all values of the range
// arg: out i32[12]
// arg: i32 = 0
// expect: [0, 9, -1, 10, 15, 91, 91, -1, -1, 312, 9, 4]
#include "cuda_tile.h"

enum class Kind : unsigned char { first, second, third, last = 200 };

__tile__ inline int digit(int c) {
    switch (c) {
    case '0' ... '9': return c - '0';
    case 'a' ... 'f': return c - 'a' + 10;
    case -5 ... -1: c = 90; [[fallthrough]];
    case 91: return c + 1;
    case 7 ... 3: return 1000;
    default: return -1;
    }
}

__tile__ inline int kind(Kind k) {
    switch (k) {
    case Kind::second ... Kind::last: return 1;
    case Kind::first: return 2;
    }
    return 3;
}

constexpr int size(unsigned long long n) {
    switch (n) {
    case 0 ... 0xff: return 1;
    case 0x100 ... 0xffff: return 2;
    case 0x10000 ... 0xffffffff: return 4;
    }
    return 8;
}
static_assert(size(255) == 1 && size(256) == 2 && size(1ull << 20) == 4 && size(1ull << 40) == 8);

extern "C" __tile_global__ void test(int* out, int zero) {
    int inputs[] = {'0', '9', '9' + 1, 'a', 'f', -1, -5, -6, 5};
    for (int i = 0; i < 9; ++i) out[i] = digit(inputs[i] + zero);
    out[9] = kind(Kind(zero)) + kind(Kind(zero + 200)) * 10 + kind(Kind(zero + 201)) * 100;
    out[10] = size(zero) + size(zero - 1ull);
    out[11] = size(zero + 65536);
}
