// case: mixed_signs
// spec: 1.7.4 Arithmetic Conversions
// reject: E0312 int and unsigned have no common type that holds both
#include "cuda_tile.h"

namespace ct = cuda::tiles;

using I = ct::tile<int, ct::shape<4>>;
using U = ct::tile<unsigned, ct::shape<4>>;

extern "C" __tile_global__ void test(int* out) {
    auto x = ct::ones<I>() + ct::ones<U>();
    ct::store(out + ct::iota<I>(), ct::element_cast<int>(x));
}
