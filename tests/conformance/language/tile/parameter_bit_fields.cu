// case: parameter_bit_fields
// spec: [class.bit] bit-fields of an argument share their unit
// arg: out i32[5]
// arg: struct = hex:c5d211279c010000
// expect: [5, 300, -2, 5000, -100]
// note: 5 | 300 << 4 | 14 << 13 | 5000 << 17, then 412 in the next unit
#include "cuda_tile.h"

struct Flags {
    unsigned a : 4;
    unsigned b : 9;
    int c : 4;
    unsigned d : 13;
    int e : 9;
};
extern "C" __tile_global__ void test(int* out, Flags flags) {
    out[0] = flags.a;
    out[1] = flags.b;
    out[2] = flags.c;
    out[3] = flags.d;
    out[4] = flags.e;
}
