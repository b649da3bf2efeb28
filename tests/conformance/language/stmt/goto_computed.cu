// case: goto_computed
// spec: [stmt.goto] GNU's labels as values have no meaning in tile code
// reject: E0218 the address of a label is not supported
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    void* target = &&done;
done:
    out[0] = n;
}
