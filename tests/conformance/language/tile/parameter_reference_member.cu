// case: parameter_reference_member
// spec: [dcl.ref] a reference in an argument is a pointer; the object is where the host says
// arg: struct = {inout i32[1] = [5], f32[1] = [1.5]}
// expect: [8]
#include "cuda_tile.h"

struct Link {
    int& target;
    const float& by;
};
extern "C" __tile_global__ void test(Link link) { link.target += static_cast<int>(2 * link.by); }
