// case: global_static_local_address
// spec: [stmt.dcl] a static local that begins with the address of another
// arg: out i32[2]
// arg: i32 = 3
// expect: [4, 7]
#include "cuda_tile.h"

__tile__ int* next(int by) {
    static int counter = 1;
    static int* place = &counter;
    *place += by;
    return place;
}
extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = *next(n);
    out[1] = *next(n);
}
