// case: function_pointer_from_memory
// spec: tile: 1.2 a function that the kernel does not name cannot be called
// reject: E0584 the kernel takes no address of such a function
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int (*step)(int)) {
    out[0] = step(3);
}
