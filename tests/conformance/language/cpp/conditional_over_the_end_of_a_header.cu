// case: conditional_over_the_end_of_a_header
// spec: [cpp.cond]
// reject: E0132 an #if ends in the file where it starts
#include "headers/unterminated.h"
extern "C" __tile_global__ void test(int* out) { *out = 1; }
