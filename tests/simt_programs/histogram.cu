// A histogram by threads with shared memory and atomics, and its shares by a tile kernel. Where there is no GPU the threads'
// kernel is not launched, and the host counts.
//! stderr: error: kernel `count<int>`: the CPU device runs tile kernels only, and this is a SIMT kernel: it needs a GPU
//! on a GPU: `count` runs there
//> count: no kernel image is available for execution on the device
//> 0.1 0.2 0.3 0.4
#include <cstdio>
#include <vector>
#include "cuda_runtime.h"
#include "cuda_tile.h"
#include "device_launch_parameters.h"

namespace ct = cuda::tiles;

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t error = (call);                                                                                        \
    if (error != cudaSuccess) {                                                                                        \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error));                                                       \
      return 1;                                                                                                        \
    }                                                                                                                  \
  } while (0)

struct Range {
  int first, last;
};

__device__ inline bool is_in(int value, Range range) { return value >= range.first && value < range.last; }

template <class T> __global__ void __launch_bounds__(256) count(const T *values, int n, Range range, int *bins) {
  extern __shared__ int counts[];
  for (int bin = threadIdx.x; bin < range.last; bin += blockDim.x)
    counts[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (is_in(values[i], range))
      atomicAdd(&counts[values[i]], 1);
  __syncthreads();
  for (int bin = threadIdx.x; bin < range.last; bin += blockDim.x)
    atomicAdd(&bins[bin], counts[bin]);
}

__tile_global__ void shares(const int *bins, float *out, int n) {
  using tile = ct::tile<int, ct::shape<4>>;
  auto counts = ct::load(bins + ct::iota<tile>());
  ct::store(out + ct::iota<tile>(), ct::element_cast<float>(counts) / float(n));
}

int main() {
  const int n = 1000, n_bins = 4;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = i % 10 < 1 ? 0 : i % 10 < 3 ? 1 : i % 10 < 6 ? 2 : 3;
  int *device_values, *bins;
  float *out, host_out[n_bins];
  CHECK(cudaMalloc(&device_values, n * sizeof(int)));
  CHECK(cudaMalloc(&bins, n_bins * sizeof(int)));
  CHECK(cudaMalloc(&out, sizeof host_out));
  CHECK(cudaMemcpy(device_values, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemset(bins, 0, n_bins * sizeof(int)));
  count<<<2, 256, n_bins * sizeof(int)>>>(device_values, n, Range{0, n_bins}, bins);
  cudaError_t launched = cudaGetLastError();
  if (launched != cudaSuccess) {
    std::printf("count: %s\n", cudaGetErrorString(launched));
    int host_bins[n_bins] = {};
    for (int value : values)
      ++host_bins[value];
    CHECK(cudaMemcpy(bins, host_bins, sizeof host_bins, cudaMemcpyHostToDevice));
  }
  shares<<<1, 1>>>(bins, out, n);
  CHECK(cudaMemcpy(host_out, out, sizeof host_out, cudaMemcpyDeviceToHost));
  std::printf("%g %g %g %g\n", host_out[0], host_out[1], host_out[2], host_out[3]);
  CHECK(cudaFree(device_values));
  CHECK(cudaFree(bins));
  CHECK(cudaFree(out));
}
