// case: switch_on_a_float
// spec: [stmt.switch]/2 the condition is of integral or enumeration type
// reject: E0509 a float
#include "cuda_tile.h"

extern "C" __tile_global__ void test(int* out, float x) {
    switch (x) {
        case 1: out[0] = 1;
    }
}
