// case: gnu_statement_expression_left
// spec: [stmt.jump] a return inside of an operand
// reject: E0525 the rest of the expression cannot be left
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    out[0] = n + ({ if (n < 0) return; n * 2; });
}
