// Kernel templates of a header, launched by templates in three files, with a type of internal linkage in two of them.
//> (x + 1) * 10: 10 20 30 40 50
//> -(x * 10 + 1): -1 -11 -21 -31 -41
//> x / 2: 0 0.5 1 1.5 2
//! build: -I.
#include "axis.cuh"
#include <array>
#include <cstdio>

namespace {
struct Negate {
  __tile__ auto operator()(auto x) const { return x * 0.5f; }
};
} // namespace

template <class Run> void show(const char *name, Run run) {
  std::array<float, 5> host{0, 1, 2, 3, 4};
  float *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host.data(), sizeof host, cudaMemcpyHostToDevice);
  run(device, 5);
  cudaMemcpy(host.data(), device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::printf("%s:", name);
  for (float x : host)
    std::printf(" %g", x);
  std::printf("\n");
}

int main() {
  show("(x + 1) * 10", geometry::shift_then_stretch);
  show("-(x * 10 + 1)", geometry::stretch_then_shift);
  show("x / 2", [](float *data, int n) { geometry::apply(data, n, Negate{}); });
}
