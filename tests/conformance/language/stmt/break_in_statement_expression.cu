// case: break_in_statement_expression
// spec: [stmt.break] the loop is around the expression
// reject: E0525 the rest of the expression cannot be left
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    for (int i = 0; i < n; ++i) {
        out[i] = 1 + ({ if (i == 3) break; i; });
    }
}
