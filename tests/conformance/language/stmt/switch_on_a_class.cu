// case: switch_on_a_class
// spec: [stmt.switch]/2 a class that converts to one integral type
// arg: out i32[1]
// arg: i32 = 3
// expect: [33]
#include "cuda_tile.h"

struct Key {
    int value;
    __tile__ operator int() const { return value; }
};
extern "C" __tile_global__ void test(int* out, int n) {
    switch (Key{n}) {
        case 2: out[0] = 22; break;
        case 3: out[0] = 33; break;
    }
}
