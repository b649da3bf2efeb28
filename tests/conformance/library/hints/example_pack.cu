// case: example_pack
// spec: 2.16.1 Hint Specification (example)
// arg: out i32[1]
// expect: [2]
// note: the listing declares ints with one parameter and names it with a pack.
#include "cuda_tile.h"

namespace ct = cuda::tiles;

template<size_t...> struct ints { };

template<size_t... Archs, size_t... Xs>
[[ cutile::hint(Archs, occupancy = Xs) ... ]]
__tile__ void kernel(ints<Archs...>, ints<Xs...>, int* out) { out[0] = sizeof...(Xs); }

extern "C" __tile_global__ void test(int* out) {
    kernel(ints<0, 900>{}, ints<4, 8>{}, out);
}
