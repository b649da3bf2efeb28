// case: parameter_union_of_structures
// spec: [class.union] the members of a union lie at its first byte, each as its own type has it
// arg: out i32[6]
// arg: struct = hex:0102030405060708
// arg: struct = {f64 = 1.0}
// expect: [0x04030201, 0x08070605, 2, 7, 0, 1072693248]
#include "cuda_tile.h"

union Words {
    int words[2];
    unsigned char bytes[8];
};
union Halves {
    double number;
    struct {
        unsigned low, high;
    } parts;
};
extern "C" __tile_global__ void test(int* out, Words w, Halves h) {
    out[0] = w.words[0];
    out[1] = w.words[1];
    out[2] = w.bytes[1];
    Words copy = w;
    out[3] = copy.bytes[6];
    out[4] = h.parts.low;
    out[5] = h.parts.high;
}
