// A solver that swaps two buffers until the residual is small, with one stream waiting for an event of another.
//> converged: yes
//> middle 0.5
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_tile.h>
#include <utility>
#include <vector>

namespace ct = cuda::tiles;

constexpr int N = 34, TILE = 32;

__tile_global__ void relax(const float *from, float *to, float *residual) {
  auto i = 1 + ct::iota<ct::tile<int, ct::shape<TILE>>>();
  auto next = (ct::load(from + (i - 1)) + ct::load(from + (i + 1))) * 0.5f;
  auto change = ct::abs(next - ct::load(from + i));
  ct::store(to + i, next);
  *residual = static_cast<float>(ct::reduce_max<0>(change));
}

int main() {
  std::vector<float> line(N, 0.0f);
  line.back() = 1;
  float *a, *b, *residual, *pinned;
  cudaMalloc(&a, N * sizeof(float));
  cudaMalloc(&b, N * sizeof(float));
  cudaMalloc(&residual, sizeof(float));
  cudaHostAlloc(&pinned, sizeof(float), cudaHostAllocDefault);
  cudaStream_t compute, copy;
  cudaStreamCreate(&compute);
  cudaStreamCreate(&copy);
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  cudaMemcpyAsync(a, line.data(), N * sizeof(float), cudaMemcpyHostToDevice, compute);
  cudaMemcpyAsync(b, a, N * sizeof(float), cudaMemcpyDeviceToDevice, compute);
  int steps = 0;
  do {
    relax<<<1, 1, 0, compute>>>(a, b, residual);
    cudaEventRecord(done, compute);
    cudaStreamWaitEvent(copy, done);
    cudaMemcpyAsync(pinned, residual, sizeof(float), cudaMemcpyDeviceToHost, copy);
    cudaStreamSynchronize(copy);
    std::swap(a, b);
  } while (*pinned > 1e-6f && ++steps < 20000);
  cudaMemcpy(line.data(), a, N * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("converged: %s\n", steps < 20000 && cudaGetLastError() == cudaSuccess ? "yes" : "no");
  std::printf("middle %.1f\n", (line[16] + line[17]) / 2);
  cudaStreamDestroy(compute);
  cudaStreamDestroy(copy);
  cudaEventDestroy(done);
  cudaFree(a);
  cudaFree(b);
  cudaFree(residual);
  cudaFreeHost(pinned);
}
