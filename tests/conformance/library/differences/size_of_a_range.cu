// case: size_of_a_range
// spec: 2.14.3 irange
// arg: u8 = 200
// arg: out i64[2]
// expect: [67, 200]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Range = ct::irange<unsigned char>;
static_assert(__is_same(decltype(Range(0, 9).size()), Range::iterator::difference_type));
static_assert(sizeof(Range(0, 9).size()) == 8);

extern "C" __tile_global__ void test(unsigned char n, long* out) {
    out[0] = Range(0, n, 3).size();
    out[1] = Range(0, n).size();
}
