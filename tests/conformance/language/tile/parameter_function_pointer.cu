// case: parameter_function_pointer
// spec: tile: 1.2 an address of a function can be passed and compared; a call needs to know it
// arg: out i32[1]
// arg: struct = {i64 = 0, i32 = 5}
// expect: [5]
#include "cuda_tile.h"

struct Callback {
    int (*function)(int);
    int value;
};
extern "C" __tile_global__ void test(int* out, Callback c) {
    out[0] = c.function == nullptr ? c.value : -1;
}
