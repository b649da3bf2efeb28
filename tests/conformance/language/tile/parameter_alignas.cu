// case: parameter_alignas
// spec: [dcl.align] an argument has the size and alignment of its class
// arg: out i32[3]
// arg: struct = hex:07000000_00000000_00000000_00000000_09000000_00000000_00000000_00000000
// arg: struct = hex:2a000000_00000000_00000000_00000000
// arg: i32 = 5
// expect: [7, 9, 47]
#include "cuda_tile.h"

struct Wide {
    int a;
    alignas(16) int b;
};
struct alignas(16) Lone {
    int value;
};
static_assert(sizeof(Wide) == 32 && sizeof(Lone) == 16);
extern "C" __tile_global__ void test(int* out, Wide wide, Lone lone, int more) {
    out[0] = wide.a;
    out[1] = wide.b;
    out[2] = lone.value + more;
}
