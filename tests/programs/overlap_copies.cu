// Chunks of a long vector through two streams: while one computes the other copies.
//> streams give the handle back: yes
//> work was done in 16 chunks
//> largest error: 0
#include <cuda_runtime.h>
#include <cuda_tile.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace ct = cuda::tiles;

#define CUDA_OK(expr)                                                                     \
  if (const cudaError_t e = (expr); e != cudaSuccess) {                                   \
    std::fprintf(stderr, "%s at %s:%d\n", cudaGetErrorName(e), __FILE__, __LINE__);        \
    std::abort();                                                                         \
  }

constexpr int kTile = 128;
constexpr int kChunk = 512;
constexpr int kChunks = 16;

__tile_global__ void axpb(const float *x, float *y, float a, float b, int n) {
  const int first = kTile * int(ct::bid().x);
  auto at = first + ct::iota<ct::tile<int, ct::shape<kTile>>>();
  ct::store_masked(y + at, ct::load_masked(x + at, at < n, 0.0f) * a + b, at < n);
}

int main() {
  constexpr size_t bytes = sizeof(float) * kChunk;
  float *x, *y;
  CUDA_OK(cudaMallocHost(&x, bytes * kChunks));
  CUDA_OK(cudaMallocHost(&y, bytes * kChunks));
  for (int i = 0; i < kChunk * kChunks; ++i)
    x[i] = float(i % 1000), y[i] = -1;

  cudaStream_t streams[2];
  float *dx[2], *dy[2];
  for (int s = 0; s < 2; ++s) {
    CUDA_OK(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    CUDA_OK(cudaMalloc(&dx[s], bytes));
    CUDA_OK(cudaMalloc(&dy[s], bytes));
  }
  unsigned flags = 0;
  CUDA_OK(cudaStreamGetFlags(streams[1], &flags));
  std::printf("streams give the handle back: %s\n", flags == cudaStreamNonBlocking ? "yes" : "no");

  for (int c = 0; c < kChunks; ++c) {
    const int s = c % 2;
    CUDA_OK(cudaMemcpyAsync(dx[s], x + c * kChunk, bytes, cudaMemcpyHostToDevice, streams[s]));
    axpb<<<kChunk / kTile, 1, 0, streams[s]>>>(dx[s], dy[s], 2.0f, 3.0f, kChunk);
    CUDA_OK(cudaGetLastError());
    CUDA_OK(cudaMemcpyAsync(y + c * kChunk, dy[s], bytes, cudaMemcpyDeviceToHost, streams[s]));
  }
  for (auto stream : streams)
    CUDA_OK(cudaStreamSynchronize(stream));
  std::printf("work was done in %d chunks\n", kChunks);

  float worst = 0;
  for (int i = 0; i < kChunk * kChunks; ++i)
    worst = std::max(worst, std::fabs(y[i] - (2 * x[i] + 3)));
  std::printf("largest error: %g\n", worst);

  for (int s = 0; s < 2; ++s) {
    cudaFree(dx[s]);
    cudaFree(dy[s]);
    cudaStreamDestroy(streams[s]);
  }
  cudaFreeHost(x);
  cudaFreeHost(y);
  return worst == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
