// case: goto_computed
// spec: [stmt.goto] GNU's labels as values have no meaning in tile code
// reject: E0218 a label is no value
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    void* target = &&done;
done:
    out[0] = n;
}
