// case: misaligned_load
// spec: 3.1 Undefined Behavior Annex
// ub: rule 12: an int at an address that is not a multiple of 4
// arg: u8[8] = [1, 2, 3, 4, 5, 6, 7, 8]
// arg: i64 = 2
// arg: out i32[1]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(const unsigned char* bytes, long long at, int* out) {
    out[0] = *reinterpret_cast<const int*>(bytes + at);
}
