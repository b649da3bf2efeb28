// case: gnu_statement_expression_left
// spec: [stmt.jump] the return in front of the expression
// accept: the statement expression is a statement of its own
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    ({ if (n < 0) return; });
    out[0] = n + ({ int twice = n * 2; twice; });
}
