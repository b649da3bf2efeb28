// case: switch_case_in_range_for
// spec: [stmt.ranged] the loop's hidden variables are initialised: no jump into it
// reject: E0526 the range is initialised at the head
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, int n) {
    int values[3] = {1, 2, 3};
    switch (n) {
    case 0:
        for (int v : values) {
    case 1:
            out[0] += 1;
        }
    }
}
