// Kernel templates launched with deduced arguments, from templates, generic lambdas and packs.
//> int: 2 4 6 8
//> float: 1.5 3 4.5 6
//> double: 0.5 1 1.5 2
//> sum of 3: 6
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <array>
#include <iostream>

namespace ct = cuda::tiles;

template <class T> struct Scale {
  T factor;
};

template <class T> __tile_global__ void scale(T *data, Scale<T> by) {
  auto p = data + ct::iota<ct::tile<int, ct::shape<4>>>();
  ct::store(p, ct::load(p) * by.factor);
}

template <class... Ts> __tile_global__ void add_all(double *out, Ts... values) { *out = (double(values) + ...); }

template <class T> void run(const char *name, T factor) {
  std::array<T, 4> host{1, 2, 3, 4};
  T *device;
  cudaMalloc(&device, sizeof host);
  cudaMemcpy(device, host.data(), sizeof host, cudaMemcpyHostToDevice);
  auto launch = [&](auto *pointer) { scale<<<1, 1>>>(pointer, Scale<T>{factor}); };
  launch(device);
  cudaMemcpy(host.data(), device, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(device);
  std::cout << name << ":";
  for (T value : host)
    std::cout << ' ' << value;
  std::cout << '\n';
}

int main() {
  run("int", 2);
  run("float", 1.5f);
  run("double", 0.5);
  double *out, sum;
  cudaMalloc(&out, sizeof(double));
  add_all<<<1, 1>>>(out, 1, 2.0f, 3u);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  std::cout << "sum of 3: " << sum << '\n';
}
//! findings: 1
