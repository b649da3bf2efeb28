// case: return_value_from_void
// spec: [stmt.return] a void function returns no value
// reject: E0520 a function that returns `void` cannot return a value
#include "cuda_tile.h"

__tile__ void set(int* out) { return *out + 1; }
extern "C" __tile_global__ void test(int* out) { set(out); }
