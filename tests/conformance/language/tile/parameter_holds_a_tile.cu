// case: parameter_holds_a_tile
// spec: tile: 1.2 a tile is made in a kernel, also one in a class
// reject: E0581 a member is a tile
#include "cuda_tile.h"

namespace ct = cuda::tiles;
struct State {
    int n;
    ct::tile<float, ct::shape<4>> sum;
};
extern "C" __tile_global__ void test(int* out, State state) { out[0] = state.n; }
