// case: parameter_bool_byte
// spec: [basic.fundamental] a bool of an argument is a byte; its neighbours are bytes of their own
// arg: out i32[4]
// arg: struct = {bool = true, bool = false, bool = true, i8 = 9}
// expect: [1, 0, 1, 9]
#include "cuda_tile.h"

struct Switches {
    bool a, b, c;
    signed char d;
};
extern "C" __tile_global__ void test(int* out, Switches s) {
    out[0] = s.a;
    out[1] = s.b ? 5 : 0;
    out[2] = s.a && s.c;
    out[3] = s.d;
}
