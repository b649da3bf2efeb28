// case: example_byte_is_no_scalar
// spec: 1.4 Scalars (example)
// reject: E0404 an enumeration is not an integral scalar
#include <cstddef>
#include "cuda_tile.h"

namespace ct = cuda::tiles;

extern "C" __tile_global__ void test(int* out) {
    auto bytes = ct::full<ct::tile<std::byte, ct::shape<4>>>(std::byte{1});
    out[0] = 1;
}
