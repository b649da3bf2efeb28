// case: kernel_parameter_not_trivial
// spec: tile: 1.2 an argument is copied as bytes, so a copy constructor would not run
// reject: E0581 `Count` has a copy constructor
#include "cuda_tile.h"

struct Count {
    int value;
    __tile__ Count(const Count& other) : value(other.value + 1) {}
};
extern "C" __tile_global__ void test(int* out, Count count) { out[0] = count.value; }
