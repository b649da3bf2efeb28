// A cooperative launch whose tile blocks wait for each other at a barrier of the grid: rounds of a heated rod in one launch.
//> supported: 1
//> 8 blocks: 0.000 0.125 0.250 0.375 0.500 0.625 0.750 0.875
//> by the attribute: 0.000 0.125 0.250 0.375 0.500 0.625 0.750 0.875
//> too large: cudaErrorCooperativeLaunchTooLarge
//> afterwards: cudaSuccess
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;

#define CHECK(call)                                                                                                    \
  do {                                                                                                                 \
    cudaError_t status = (call);                                                                                       \
    if (status != cudaSuccess) {                                                                                       \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));                                             \
      std::exit(EXIT_FAILURE);                                                                                         \
    }                                                                                                                  \
  } while (0)

constexpr int width = 2;

/// Waits until all blocks of the grid are here; `round` counts from 1.
__tile__ void barrier(int *arrived, int blocks, int round) {
  ct::atomic_add(arrived, 1, ct::memory_order_acq_rel_t{});
  while (ct::atomic_load(arrived, ct::memory_order_acquire_t{}) < blocks * round) {
  }
}

__tile_global__ void relax(float *a, float *b, int *arrived, int n, int count) {
  const int blocks = ct::num_blocks().x;
  auto i = int(ct::bid().x) * width + ct::iota<ct::tile<int, ct::shape<width>>>();
  auto inside = i > 0 && i < n - 1;
  for (int round = 1; round <= count; ++round) {
    auto left = ct::load_masked(a + i - 1, inside), right = ct::load_masked(a + i + 1, inside);
    ct::store_masked(b + i, (left + right) * 0.5f, inside);
    barrier(arrived, blocks, 2 * round - 1);
    ct::store_masked(a + i, ct::load_masked(b + i, inside), inside);
    barrier(arrived, blocks, 2 * round);
  }
}

static void show(const char *text, const float *a_d, int n) {
  std::vector<float> a(n);
  CHECK(cudaMemcpy(a.data(), a_d, n * sizeof(float), cudaMemcpyDeviceToHost));
  std::printf("%s:", text);
  for (int k = 0; k < 8; ++k)
    std::printf(" %.3f", a[k * (n - 1) / 8]);
  std::printf("\n");
}

int main() {
  int blocks = 8, n = blocks * width + 1, count = 600, supported, *arrived;
  float *a, *b;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
  std::printf("supported: %d\n", supported);
  CHECK(cudaMalloc(&a, n * sizeof(float)));
  CHECK(cudaMalloc(&b, n * sizeof(float)));
  CHECK(cudaMalloc(&arrived, sizeof(int)));
  std::vector<float> start(n);
  start[n - 1] = 1;
  auto reset = [&] {
    CHECK(cudaMemcpy(a, start.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(arrived, 0, sizeof(int)));
  };

  reset();
  void *arguments[] = {&a, &b, &arrived, &n, &count};
  CHECK(cudaLaunchCooperativeKernel((void *)relax, dim3(blocks), dim3(1), arguments));
  show("8 blocks", a, n);

  reset();
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(1);
  config.attrs = &attribute;
  config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, relax, a, b, arrived, n, count));
  show("by the attribute", a, n);

  std::printf("too large: %s\n",
              cudaGetErrorName(cudaLaunchCooperativeKernel((void *)relax, dim3(1 << 20), dim3(1), arguments)));
  cudaGetLastError();
  std::printf("afterwards: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(arrived));
  return 0;
}
