#include "state.h"
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

__managed__ State state = {3, {1, 2}};

__tile_global__ void step(State *state) {
  auto i = ct::iota<ct::tile<int, ct::shape<64>>>();
  ct::store(state->field + i, ct::load(state->field + i) + 0.5f);
  state->step = state->step + 1;
}

void advance(int steps) {
  for (int i = 0; i < steps; ++i)
    step<<<1, 1>>>(&state);
  cudaDeviceSynchronize();
}
