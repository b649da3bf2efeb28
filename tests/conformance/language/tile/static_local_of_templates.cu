// case: static_local_of_templates
// spec: [temp.fct]/2 each specialisation has its own static locals
// arg: out i32[3]
// arg: i32 = 1
// expect: [11, 101, 12]
#include "cuda_tile.h"

template <int Start>
__tile__ int tick(int step) {
    static int value = Start;
    return value += step;
}

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = tick<10>(n);
    out[1] = tick<100>(n);
    out[2] = tick<10>(n);
}
