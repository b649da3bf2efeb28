// case: wrapping_unsigned
// spec: 2.2.1 Addition
// arg: u8[4] = [250, 255, 0, 128]
// arg: out u8[4]
// arg: out u8[4]
// expect: [4, 9, 10, 138]
// expect: [240, 245, 246, 118]
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using Bytes = ct::tile<unsigned char, ct::shape<4>>;

extern "C" __tile_global__ void test(unsigned char const* a, unsigned char* sum, unsigned char* difference) {
    auto i = ct::iota<ct::tile<int, ct::shape<4>>>();
    Bytes x = ct::load(a + i);
    Bytes ten = ct::full<Bytes>(10);
    ct::store(sum + i, x + ten);
    ct::store(difference + i, x - ten);
}
