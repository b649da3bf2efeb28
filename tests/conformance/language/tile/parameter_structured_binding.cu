// case: parameter_structured_binding
// spec: [dcl.struct.bind] an argument taken apart, by copy and by reference
// arg: out i32[3]
// arg: struct = {i32 = 2, i16 = 3, u8 = 4}
// expect: [24, 12, 7]
#include "cuda_tile.h"

struct Extents {
    int x;
    short y;
    unsigned char z;
};
extern "C" __tile_global__ void test(int* out, Extents e) {
    auto [a, b, c] = e;
    auto& [x, y, z] = e;
    x = 1;
    out[0] = a * b * c;
    out[1] = x * y * z;
    out[2] = [=] { return e.x + e.y + e.z - 1; }();
}
