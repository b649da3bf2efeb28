// case: goto_into_statement_expression
// spec: [stmt.goto] GNU: no jump into a statement expression
// reject: E0525 the label is inside
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    if (n) goto inside;
    out[0] = ({ int k = n; inside: k = 3; k; });
}
