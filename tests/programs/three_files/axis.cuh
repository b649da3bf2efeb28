#pragma once
#include <cuda_runtime.h>
#include <cuda_tile.h>

namespace geometry {

/// What is done with each element.
struct Shift {
  float by;
  __tile__ auto operator()(auto x) const { return x + by; }
};
struct Stretch {
  float by;
  __tile__ auto operator()(auto x) const { return x * by; }
};

template <class Operation, int Width> __tile_global__ void each(float *data, int n, Operation operation) {
  namespace ct = cuda::tiles;
  auto at = Width * int(ct::bid().x) + ct::iota<ct::tile<int, ct::shape<Width>>>();
  auto x = ct::load_masked(data + at, at < n, 0.0f);
  ct::store_masked(data + at, operation(x), at < n);
}

/// A launch in a template of a header: each file that uses it instantiates kernels of its own.
template <class Operation> void apply(float *data, int n, Operation operation, cudaStream_t stream = nullptr) {
  constexpr int width = 32;
  each<Operation, width><<<(n + width - 1) / width, 1, 0, stream>>>(data, n, operation);
}

void shift_then_stretch(float *data, int n);
void stretch_then_shift(float *data, int n);

} // namespace geometry
